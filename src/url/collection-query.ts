import type { Expression, SortBy } from "../ast/nodes.ts";
import type { Catalog } from "../catalog/types.ts";
import type { CheckedFilter, CheckedSortBy, CheckOptions } from "../checker/checked.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { ownProperty } from "../values/own-properties.ts";

/** A query parameter that filters: `member=value` or `member=a|b`. */
export interface BasicFilter {
  readonly member: string;
  /** Decoded values. At least one. */
  readonly values: readonly string[];
}

/** A decoded and checked query. Only `decodeQuery` creates it. */
export interface CollectionQuery {
  readonly kind: "collectionQuery";
  readonly start: number;
  readonly limit: number | undefined;
  /** The requested or default limit, at most the maximum. */
  readonly pageLimit: number;
  /**
   * Conditions of the basic filters and of the `filter` parameter, joined by `and` in the order of the query string. `true`
   * if there are no conditions.
   */
  readonly filter: Expression;
  /** Condition of the `filter` parameter alone. Undefined if it is missing, empty or `true`. */
  readonly written: Expression | undefined;
  readonly filterText: string | undefined;
  readonly basics: readonly BasicFilter[];
  readonly sortBy: SortBy | undefined;
  readonly parameters: ReadonlyMap<string, string>;
  readonly checkedFilter: CheckedFilter;
  /** The checked `sortBy`, or the catalog's default sort. */
  readonly checkedSortBy: CheckedSortBy;
}

/** Returns whether a query comes from `decodeQuery`. */
export function isCollectionQuery(query: object): query is CollectionQuery {
  return ownProperty(query as CollectionQuery, "kind") === "collectionQuery";
}

export interface DecodeQueryOptions extends CheckOptions {
  /** Without a catalog, any dotted name is a basic filter on a string. */
  readonly catalog?: Catalog | undefined;
  /** Names of other parameters to allow, in addition to the reserved ones and those of the catalog. */
  readonly parameters?: Iterable<string>;
  /** Rows per page if the query has no limit. Default: the catalog's default limit, or else 10. */
  readonly defaultLimit?: number;
  /** Maximum rows per page. Default: the catalog's, or else 1,000. */
  readonly maximumLimit?: number;
}

export interface DecodedQuery {
  /** The decoded query. Undefined if there are errors. */
  readonly query: CollectionQuery | undefined;
  /** Diagnostics in the order of the query string. Spans and fixes refer to it. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Query parameters of every collection. */
export const RESERVED_PARAMETERS = ["start", "limit", "filter", "sortBy"] as const;

/** Returns whether the name is a reserved parameter. Case-sensitive. */
export function isReserved(name: string): boolean {
  return (RESERVED_PARAMETERS as readonly string[]).includes(name);
}
