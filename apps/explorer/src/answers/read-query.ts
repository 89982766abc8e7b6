import {
  check,
  checkSortBy,
  parseFilter,
  parseSortBy,
  type CheckedFilter,
  type CheckedSortBy,
  type Catalog,
  type SortBy,
} from "tamis";
import type { FunctionDefinition } from "tamis/functions";
import type { QueryTexts } from "../contract/protocol.ts";
import { clock } from "./clock.ts";

/** A query without errors. An empty text has no part. */
export interface ReadQuery {
  readonly filter: CheckedFilter | undefined;
  readonly sortBy: CheckedSortBy | undefined;
  /** Tree of `sortBy`. */
  readonly order: SortBy | undefined;
  /** Functions of one instant, with which the query was checked. */
  readonly functions: readonly FunctionDefinition[];
  readonly options: { readonly locale: string | undefined };
}

/** Parses and checks the texts. Returns undefined if one of them has errors: the editors show them. */
export function readQuery({ filter, sortBy, locale }: QueryTexts, catalog: Catalog): ReadQuery | undefined {
  const result: { -readonly [K in keyof ReadQuery]: ReadQuery[K] } = {
    filter: undefined,
    sortBy: undefined,
    order: undefined,
    functions: clock(),
    options: { locale: locale === "" ? undefined : locale },
  };
  const { functions } = result;
  if (filter.trim() !== "") {
    const { expression } = parseFilter(filter, { catalog });
    result.filter = expression && check(expression, catalog, { functions }).filter;
    if (result.filter === undefined) return undefined;
  }
  if (sortBy.trim() !== "") {
    result.order = parseSortBy(sortBy, { catalog }).expression;
    result.sortBy = result.order && checkSortBy(result.order, catalog, { functions }).sortBy;
    if (result.sortBy === undefined) return undefined;
  }
  return result;
}
