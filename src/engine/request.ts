import type { Catalog } from "../catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../checker/checked.ts";
import { ownProperties } from "../values/own-properties.ts";
import type { CollectionQuery } from "../url/collection-query.ts";
import type { Value } from "../values/types.ts";
import { defaultSort } from "../checker/default-sort.ts";

/** What is asked of a collection: as `decodeQuery` gives it, or made of checked parts. */
export type Query = CollectionQuery | CheckedQuery;

export interface CheckedQuery {
  readonly kind?: undefined;
  readonly filter?: CheckedFilter | undefined;
  /** Default: the order of the catalog. */
  readonly sortBy?: CheckedSortBy | undefined;
  /** The index of the first row. Default 0. With a cursor it counts from there. */
  readonly start?: number | undefined;
  /** Rows of the page. Default: the catalog's; more than its maximum are lowered to that. */
  readonly limit?: number | undefined;
  /** Where to go on: `next` of the page before. */
  readonly cursor?: string | undefined;
}

/** The checked trees and the numbers of a query, whoever made it. */
export interface NormalizedQuery {
  readonly filter: CheckedFilter | undefined;
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  /** Rows that are asked for; undefined where no number is. */
  readonly limit: number | undefined;
  /** Rows of a page then; undefined where the collection is to say. */
  readonly pageLimit: number | undefined;
  readonly cursor: string | undefined;
}

/** A request in normal form: checked trees and numbers within the limits. */
export interface CollectionRequest {
  readonly filter: CheckedFilter | undefined;
  readonly rules: readonly CheckedFilter[];
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  readonly limit: number;
  readonly locale: string | undefined;
  /** Sort values of the row before the first row of the page. */
  readonly after: readonly Value[] | undefined;
  /** Properties of the returned rows; undefined for all properties. */
  readonly select: ReadonlySet<string> | undefined;
}

/** @throws RangeError for a start or a limit that is no whole number from 0 on, TypeError for unchecked trees. */
export function readQuery(query: Query, catalog: Catalog): NormalizedQuery {
  if (query.kind === "collectionQuery") {
    const { checkedFilter, checkedSortBy, start, limit, pageLimit } = query;
    return {
      filter: requireCatalog(checkedFilter),
      sortBy: requireCatalog(checkedSortBy),
      start: requireRows("start", start),
      limit: limit === undefined ? undefined : requireRows("limit", pageLimit),
      pageLimit: requireRows("pageLimit", pageLimit),
      cursor: undefined,
    };
  }
  const { filter, sortBy = defaultSort(catalog), start = 0, limit, cursor } = ownProperties(query);
  return {
    filter: filter === undefined ? undefined : requireCatalog(filter),
    sortBy: requireCatalog(sortBy),
    start: requireRows("start", start),
    limit: limit === undefined ? undefined : requireRows("limit", limit),
    pageLimit: undefined,
    cursor,
  };
}

function requireCatalog<T extends CheckedFilter | CheckedSortBy>(checked: T): T {
  if (checked.catalog === undefined)
    throw new TypeError("A collection is asked with what was checked against its catalog.");
  return checked;
}

export function requireRows(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} is a whole number from 0 on, not ${value}.`);
}
