import type { Expression, SortBy } from "../ast/nodes.ts";
import type { Catalog } from "../catalog/types.ts";
import type { CheckedFilter, CheckedSortBy, CheckOptions } from "../checker/checked.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** `member=value`, `member=a|b`: the member equals one of the values. */
export interface BasicFilter {
  readonly member: string;
  /** As they were sent, decoded; at least one. */
  readonly values: readonly string[];
}

/** What a request asks of a collection. Made by `decodeQuery` alone, and right: every tree in it is checked. */
export interface CollectionQuery {
  readonly kind: "collectionQuery";
  /** The index of the first row. 0 if it was not asked for. */
  readonly start: number;
  /** The rows of a page as they were asked for; undefined if they were not. */
  readonly limit: number | undefined;
  /** The rows of a page that are given: what was asked for, or the default, and not above the maximum. */
  readonly pageLimit: number;
  /** Basic filters and the `filter`, joined by `and` in the order of the string; `true` if there is none. */
  readonly filter: Expression;
  /** What the `filter` parameter alone says; undefined if there is none, or if it is empty or `true`. */
  readonly written: Expression | undefined;
  /** The text of the `filter` parameter, decoded, as it was sent. */
  readonly filterText: string | undefined;
  readonly basics: readonly BasicFilter[];
  /** The order that was asked for. */
  readonly sortBy: SortBy | undefined;
  /** The parameters that the endpoint declares and the request gives. */
  readonly parameters: ReadonlyMap<string, string>;
  /** `filter`, checked. */
  readonly checkedFilter: CheckedFilter;
  /** `sortBy`, checked; the catalog's default order where none was asked for. */
  readonly checkedSortBy: CheckedSortBy;
}

export interface DecodeQueryOptions extends CheckOptions {
  /** What the rows have. Without one, any dotted name is a basic filter on a string. */
  readonly catalog?: Catalog | undefined;
  /** Query parameters that the endpoint takes beside the reserved ones; those of the catalog are taken as well. */
  readonly parameters?: Iterable<string>;
  /** Rows of a page where none are asked for. Default: the catalog's, else 10. */
  readonly defaultLimit?: number;
  /** The most rows of a page. Default: the catalog's, else 1,000. */
  readonly maximumLimit?: number;
}

export interface DecodedQuery {
  /** The query, if nothing is wrong with it. */
  readonly query: CollectionQuery | undefined;
  /** In the order of the string, with spans and fixes in the string as it was given. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The parameters of every collection. */
export const RESERVED_PARAMETERS = ["start", "limit", "filter", "sortBy"] as const;

/** Whether a name is one of `start`, `limit`, `filter`, `sortBy`: exactly, also as to case. */
export function isReserved(name: string): boolean {
  return (RESERVED_PARAMETERS as readonly string[]).includes(name);
}
