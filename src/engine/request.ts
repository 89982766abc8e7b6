import type { Catalog } from "../catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../checker/checked.ts";
import type { CollectionQuery } from "../url/collection-query.ts";
import { defaultSort } from "../checker/default-sort.ts";
import { ownProperties } from "../values/own-properties.ts";
import type { Value } from "../values/types.ts";

/** A query from `decodeQuery`, or one of checked parts. */
export type Query = CollectionQuery | CheckedQuery;

export interface CheckedQuery {
  readonly kind?: undefined;
  /** Default: all rows. */
  readonly filter?: CheckedFilter | undefined;
  /** Default: the catalog's default order. */
  readonly sortBy?: CheckedSortBy | undefined;
  /** Index of the first row, from the cursor if there is one. Default 0. */
  readonly start?: number | undefined;
  /** Default: the catalog's. Lowered to the maximum of a page. */
  readonly limit?: number | undefined;
  /** `next` of the previous page. */
  readonly cursor?: string | undefined;
}

/** A row's position in an order. Inserted and deleted rows do not move it. */
export interface CursorPosition {
  /** Of each sort key, and last the catalog's key. */
  readonly values: readonly Value[];
  /** Rows up to and including this one, as of when the position was made. */
  readonly index: number;
}

export interface NormalizedQuery {
  readonly filter: CheckedFilter | undefined;
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  /** As requested, possibly above the maximum of a page; undefined if the query has none. */
  readonly limit: number | undefined;
  /** As `decodeQuery` determined it; undefined for a query of checked parts. */
  readonly pageLimit: number | undefined;
  readonly cursor: string | undefined;
}

/** In normal form: checked trees, and numbers within the limits. */
export interface CollectionRequest {
  readonly filter: CheckedFilter | undefined;
  readonly rules: readonly CheckedFilter[];
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  /** Rows per page; for a stream rows in all, Infinity for no limit. */
  readonly limit: number;
  readonly locale: string | undefined;
  /** Of the row before the page. */
  readonly after: CursorPosition | undefined;
  /** Undefined for all properties. */
  readonly select: ReadonlySet<string> | undefined;
}

/**
 * @throws RangeError if `start` or `limit` is not an integer >= 0
 * @throws TypeError for trees that were not checked against a catalog
 */
export function readQuery(query: Query, catalog: Catalog): NormalizedQuery {
  if (query.kind === "collectionQuery") {
    const { checkedFilter, checkedSortBy, start, limit, pageLimit } = query;
    return {
      filter: requireChecked(checkedFilter),
      sortBy: requireChecked(checkedSortBy),
      start: requireRows("start", start),
      limit,
      pageLimit: requireRows("pageLimit", pageLimit),
      cursor: undefined,
    };
  }
  const { filter, sortBy, start = 0, limit, cursor } = ownProperties(query);
  return {
    filter: filter === undefined ? undefined : requireChecked(filter),
    sortBy: sortBy === undefined ? defaultSort(catalog) : requireChecked(sortBy),
    start: requireRows("start", start),
    limit: limit === undefined ? undefined : requireRows("limit", limit),
    pageLimit: undefined,
    cursor,
  };
}

export interface PageLimits {
  readonly defaultLimit: number;
  readonly maximumLimit: number;
}

/** Requested or default, and not above the maximum. */
export function pageLimitOf({ limit, pageLimit }: NormalizedQuery, limits: PageLimits): number {
  return Math.min(pageLimit ?? limit ?? limits.defaultLimit, limits.maximumLimit);
}

function requireChecked<T extends CheckedFilter | CheckedSortBy>(checked: T): T {
  if (checked.catalog !== undefined) return checked;
  throw new TypeError(
    "The query's filter or sortBy was checked without a catalog. Check it with `check(expression, collection.catalog)`.",
  );
}

/** @throws RangeError if the value is not an integer >= 0 */
export function requireRows(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} must be an integer >= 0, got ${value}`);
}
