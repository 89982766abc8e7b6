import type { Catalog } from "../catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../checker/checked.ts";
import type { CollectionQuery } from "../url/collection-query.ts";
import { defaultSort } from "../checker/default-sort.ts";
import { ownProperties } from "../values/own-properties.ts";
import type { Value } from "../values/types.ts";

/** A query from `decodeQuery`, or a query composed of a checked filter and sortBy. */
export type Query = CollectionQuery | CheckedQuery;

export interface CheckedQuery {
  readonly kind?: undefined;
  /** Filter that the returned rows match. Default: all rows. */
  readonly filter?: CheckedFilter | undefined;
  /** Order of the returned rows. Default: the catalog's default order. */
  readonly sortBy?: CheckedSortBy | undefined;
  /** Number of matching rows to skip, after the cursor's row if there is a cursor. Default 0. */
  readonly start?: number | undefined;
  /** Rows per page. Default: the catalog's default limit. Lowered to the maximum of a page. */
  readonly limit?: number | undefined;
  /** Cursor to continue after: `next` of the previous page. */
  readonly cursor?: string | undefined;
}

/** Position of a row in a sort order. It stays valid when rows are inserted or deleted. */
export interface CursorPosition {
  /** The row's value for each sort key, and last for the catalog's key. */
  readonly values: readonly Value[];
  /** Number of rows up to and including this one, counted when the position was made. */
  readonly index: number;
}

export interface NormalizedQuery {
  readonly filter: CheckedFilter | undefined;
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  /** Limit as requested, possibly above the maximum of a page; undefined if the query has none. */
  readonly limit: number | undefined;
  /** Rows per page as `decodeQuery` determined them; undefined for a query composed of checked parts. */
  readonly pageLimit: number | undefined;
  readonly cursor: string | undefined;
}

/** A request in normal form: with checked trees, and numbers within their limits. */
export interface CollectionRequest {
  readonly filter: CheckedFilter | undefined;
  readonly rules: readonly CheckedFilter[];
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  /** Maximum number of rows: per page, or for a stream in total. Infinity for no limit. */
  readonly limit: number;
  readonly locale: string | undefined;
  /** Position of the row before the page; undefined without a cursor. */
  readonly after: CursorPosition | undefined;
  /** Names of the properties to return; undefined for all. */
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

/** Returns the requested or default number of rows per page, lowered to the maximum. */
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
