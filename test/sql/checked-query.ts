import { check, checkSortBy } from "../../src/checker/check.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../../src/checker/checked.ts";

/** Parses and checks a filter. @throws Error if it is invalid. */
export function filterOf(text: string, catalog: Catalog): CheckedFilter {
  const { expression, diagnostics } = parseFilter(text);
  const result = expression === undefined ? undefined : check(expression, catalog);
  if (result?.filter === undefined) throw new Error(JSON.stringify(result?.diagnostics ?? diagnostics));
  return result.filter;
}

export function sortByOf(text: string, catalog: Catalog): CheckedSortBy {
  const { expression, diagnostics } = parseSortBy(text);
  const result = expression === undefined ? undefined : checkSortBy(expression, catalog);
  if (result?.sortBy === undefined) throw new Error(JSON.stringify(result?.diagnostics ?? diagnostics));
  return result.sortBy;
}
