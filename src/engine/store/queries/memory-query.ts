import type { Catalog } from "../../../catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../../../checker/checked.ts";
import type { CursorPosition } from "../../cursor-position.ts";
import { pageLimitOf, readQuery, type CheckedQuery, type Query } from "../../request.ts";

/** A query from `decodeQuery`, or parts that were checked against the collection's catalog. */
export type MemoryQuery = Query;

export type MemoryQueryParts = CheckedQuery;

export interface MemoryRequestOptions {
  /** Language tag for collation and case rules. Default: the collection's. */
  readonly locale?: string | undefined;
}

export interface MemoryPageOptions extends MemoryRequestOptions {
  /** Cursor position to continue after: `next` of a page of the same query. `start` counts from this position. */
  readonly after?: CursorPosition | undefined;
}

/** A query with defaults and limits applied. */
export interface ReadQuery {
  readonly filter: CheckedFilter | undefined;
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  /** Maximum number of rows per page. */
  readonly limit: number;
  /** Limit as requested, possibly above the maximum of a page; undefined if the query has none. */
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
