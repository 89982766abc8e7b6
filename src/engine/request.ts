import type { Catalog } from "../catalog/types.ts";
import {
  requireCheckedFilter,
  requireCheckedSortBy,
  type CheckedFilter,
  type CheckedSortBy,
} from "../checker/checked.ts";
import { isCollectionQuery, type CollectionQuery } from "../url/collection-query.ts";
import { defaultSort } from "../checker/default-sort.ts";
import { describeValue } from "../diagnostics/describe-value.ts";
import { isObject } from "../values/is-object.ts";
import { ownProperties } from "../values/own-properties.ts";
import type { RowPosition } from "./cursor-position.ts";
import type { Projection } from "./projection.ts";

/** A query from `decodeQuery`, or a query composed of a checked filter and sortBy. */
export type Query = (CollectionQuery | CheckedQuery) & NoRequestOptions;

/** Properties that a query cannot have: they belong to the options, which are the argument after the query. */
export type NoRequestOptions = { readonly [Option in RequestOption]?: never };

const REQUEST_OPTIONS = [
  "after",
  "count",
  "cursor",
  "locale",
  "next",
  "rule",
  "select",
  "signal",
  "timeout",
] as const;
type RequestOption = (typeof REQUEST_OPTIONS)[number];

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
}

export interface NormalizedQuery {
  readonly filter: CheckedFilter | undefined;
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  /** Limit as requested, possibly above the maximum of a page; undefined if the query has none. */
  readonly limit: number | undefined;
  /** Rows per page as `decodeQuery` determined them; undefined for a query composed of checked parts. */
  readonly pageLimit: number | undefined;
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
  readonly after: RowPosition | undefined;
  /** Properties to return; undefined for all. */
  readonly select: Projection | undefined;
}

/**
 * @throws RangeError if `start` or `limit` is not an integer >= 0
 * @throws TypeError for trees that were not checked against a catalog, and for unknown properties
 */
export function readQuery(query: Query, catalog: Catalog): NormalizedQuery {
  requireKnownProperties(query);
  if (isCollectionQuery(query)) {
    const { checkedFilter, checkedSortBy, start, limit, pageLimit } = query;
    return {
      filter: requireFilter(checkedFilter, "checkedFilter"),
      sortBy: requireSort(checkedSortBy, "checkedSortBy"),
      start: requireRows("start", start),
      limit,
      pageLimit: requireRows("pageLimit", pageLimit),
    };
  }
  const { filter, sortBy, start = 0, limit } = ownProperties(query);
  return {
    filter: filter === undefined ? undefined : requireFilter(filter, "filter"),
    sortBy: sortBy === undefined ? defaultSort(catalog) : requireSort(sortBy, "sortBy"),
    start: requireRows("start", start),
    limit: limit === undefined ? undefined : requireRows("limit", limit),
    pageLimit: undefined,
  };
}

const CHECKED_QUERY: Readonly<Record<keyof CheckedQuery, true>> = {
  kind: true,
  filter: true,
  sortBy: true,
  start: true,
  limit: true,
};

const COLLECTION_QUERY: Readonly<Record<keyof CollectionQuery, true>> = {
  kind: true,
  filter: true,
  written: true,
  filterText: true,
  basics: true,
  sortBy: true,
  start: true,
  limit: true,
  pageLimit: true,
  parameters: true,
  checkedFilter: true,
  checkedSortBy: true,
};

/**
 * An unknown property is a mistake: ignoring a cursor, for example, would return the first page again and again.
 *
 * @throws TypeError for unknown own properties
 */
function requireKnownProperties(query: Query): void {
  if (!isObject(query)) throw new TypeError(`query must be an object, got ${describeValue(query)}`);
  const knownProperties = isCollectionQuery(query) ? COLLECTION_QUERY : CHECKED_QUERY;
  for (const property of Object.keys(query)) {
    if (Object.hasOwn(knownProperties, property)) continue;
    const isOption = (REQUEST_OPTIONS as readonly string[]).includes(property);
    throw new TypeError(
      isOption
        ? `${property} is not a property of a query. Pass it in the options, the argument after the query: { ${property} }.`
        : `Unknown property ${JSON.stringify(property)} of the query. A query has the properties filter, sortBy, start and limit.`,
    );
  }
}

export interface PageLimits {
  readonly defaultLimit: number;
  readonly maximumLimit: number;
}

/** Returns the requested or default number of rows per page, lowered to the maximum. */
export function pageLimitOf({ limit, pageLimit }: NormalizedQuery, limits: PageLimits): number {
  return Math.min(pageLimit ?? limit ?? limits.defaultLimit, limits.maximumLimit);
}

function requireFilter(filter: CheckedFilter, property: string): CheckedFilter {
  requireCheckedFilter(filter, `${property} of the query`);
  return requireCatalog(filter);
}

function requireSort(sortBy: CheckedSortBy, property: string): CheckedSortBy {
  requireCheckedSortBy(sortBy, `${property} of the query`);
  return requireCatalog(sortBy);
}

function requireCatalog<T extends CheckedFilter | CheckedSortBy>(checked: T): T {
  if (checked.catalog !== undefined) return checked;
  throw new TypeError(
    "The query's filter or sortBy was checked without a catalog. Check it with `check(expression, collection.catalog)`.",
  );
}

/** @throws RangeError if the value is not an integer >= 0 */
export function requireRows(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} must be an integer >= 0, got ${describeValue(value)}`);
}
