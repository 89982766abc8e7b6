import type { Catalog } from "../../../catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../../../checker/checked.ts";
import type { CollectionQuery } from "../../../url/collection-query.ts";
import { defaultSort } from "../../../checker/default-sort.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { requireRows } from "../../request.ts";

/** What is asked of a collection: as `decodeQuery` gives it, or made of checked parts. */
export type MemoryQuery = CollectionQuery | MemoryQueryParts;

export interface MemoryQueryParts {
  readonly kind?: undefined;
  /** Checked against the collection's catalog. Default: all rows. */
  readonly filter?: CheckedFilter | undefined;
  /** Checked against the collection's catalog. Default: the order of the catalog. */
  readonly sortBy?: CheckedSortBy | undefined;
  /** The index of the first row. Default 0. */
  readonly start?: number | undefined;
  /** Rows of the page. Default: the catalog's; more than its maximum are lowered to that. */
  readonly limit?: number | undefined;
}

export interface ReadQuery {
  readonly filter: CheckedFilter | undefined;
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  readonly limit: number;
  /** Rows that are asked for, whatever the maximum; undefined where no number is. */
  readonly asked: number | undefined;
}

/**
 * @throws RangeError for a start or a limit that is no whole number from 0 on, TypeError for trees that were checked
 * against another catalog.
 */
export function readQuery(query: MemoryQuery, catalog: Catalog): ReadQuery {
  if (query.kind === "collectionQuery") {
    const { checkedFilter, checkedSortBy, start, limit, pageLimit } = query;
    return {
      filter: requireCatalog(checkedFilter, catalog),
      sortBy: requireCatalog(checkedSortBy, catalog),
      start: requireRows("start", start),
      limit: requireRows("limit", pageLimit),
      asked: limit,
    };
  }
  const { filter, sortBy, start = 0, limit: asked } = ownProperties(query);
  const limit = asked ?? catalog.defaultLimit;
  return {
    filter: filter === undefined ? undefined : requireCatalog(filter, catalog),
    sortBy: sortBy === undefined ? defaultSort(catalog) : requireCatalog(sortBy, catalog),
    start: requireRows("start", start),
    limit: Math.min(requireRows("limit", limit), catalog.maximumLimit),
    asked,
  };
}

export function requireCatalog<T extends CheckedFilter | CheckedSortBy>(checked: T, catalog: Catalog): T {
  if (checked.catalog === catalog) return checked;
  throw new TypeError("A collection is asked with what was checked against its own catalog.");
}
