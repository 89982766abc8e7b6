import type { Catalog } from "../../../catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../../../checker/checked.ts";
import type { CollectionQuery } from "../../../url/collection-query.ts";
import { pageLimitOf, readQuery, type CheckedQuery, type CursorPosition } from "../../request.ts";

/** A query that `decodeQuery` returned, or one made of parts that were checked against the collection's catalog. */
export type MemoryQuery = CollectionQuery | MemoryQueryParts;

export type MemoryQueryParts = Omit<CheckedQuery, "cursor">;

export interface MemoryRequestOptions {
  /** Language tag whose collation and case rules apply. Default: the collection's. */
  readonly locale?: string | undefined;
}

export interface MemoryPageOptions extends MemoryRequestOptions {
  /** Position to continue after: `next` of a page of the same query. `start` counts from there. */
  readonly after?: CursorPosition | undefined;
}

/** A query with its defaults and limits applied. */
export interface ReadQuery {
  readonly filter: CheckedFilter | undefined;
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  /** Rows per page. */
  readonly limit: number;
  /** Requested number of rows, which can exceed the maximum of a page; undefined if the query has none. */
  readonly requestedLimit: number | undefined;
}

/**
 * @throws RangeError if `start` or `limit` is not an integer >= 0
 * @throws TypeError for trees that were checked against another catalog
 */
export function readMemoryQuery(query: MemoryQuery, catalog: Catalog): ReadQuery {
  const normalized = readQuery(query, catalog);
  const { filter, sortBy, start, limit } = normalized;
  for (const checked of [filter, sortBy])
    if (checked !== undefined && checked.catalog !== catalog)
      throw new TypeError(
        `The ${checked.kind === "checkedFilter" ? "filter" : "sortBy"} was checked against another catalog. Check it with \`check(expression, collection.catalog)\`.`,
      );
  return { filter, sortBy, start, limit: pageLimitOf(normalized, catalog), requestedLimit: limit };
}
