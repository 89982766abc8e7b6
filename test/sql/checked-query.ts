import { expect } from "vitest";
import type { Expression } from "../../src/ast/nodes.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import type { CheckedFilter, CheckedSortBy } from "../../src/checker/checked.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { compileSql, type CompileSqlOptions } from "../../src/sql/compile/compile-sql.ts";
import type { SqlStatement } from "../../src/sql/fragments/fragment.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";

/** Parses and checks a filter. @throws Error if it is invalid. */
export function filterOf(text: string | Expression, catalog: Catalog = typedCatalog): CheckedFilter {
  const { expression, diagnostics } =
    typeof text === "string" ? parseFilter(text) : { expression: text, diagnostics: [] };
  const result = expression === undefined ? undefined : check(expression, catalog);
  if (result?.filter === undefined)
    throw new Error(`${JSON.stringify(text)}: ${JSON.stringify(result?.diagnostics ?? diagnostics)}`);
  return result.filter;
}

/** Parses and checks an order. @throws Error if it is invalid. */
export function sortByOf(text: string, catalog: Catalog = typedCatalog): CheckedSortBy {
  const { expression, diagnostics } = parseSortBy(text);
  const result = expression === undefined ? undefined : checkSortBy(expression, catalog);
  if (result?.sortBy === undefined)
    throw new Error(`${text}: ${JSON.stringify(result?.diagnostics ?? diagnostics)}`);
  return result.sortBy;
}

/** Returns the statement of a page that the database evaluates exactly. */
export function exactPage(
  options: CompileSqlOptions & { readonly catalog: Catalog },
  filter: string | undefined,
  sortBy?: string,
  limit = 10,
): SqlStatement {
  const query = {
    filter: filter === undefined ? undefined : filterOf(filter, options.catalog),
    sortBy: sortBy === undefined ? undefined : sortByOf(sortBy, options.catalog),
    limit,
  };
  const { page, verdict, reasons } = compileSql(query, options);
  expect([filter, sortBy, verdict, reasons]).toEqual([filter, sortBy, "exact", []]);
  return page!;
}

/** Returns `filterOf` and `sortByOf` for one catalog. */
export function checking(catalog: Catalog): {
  readonly filterOf: (text: string) => CheckedFilter;
  readonly sortByOf: (text: string) => CheckedSortBy;
} {
  return { filterOf: (text) => filterOf(text, catalog), sortByOf: (text) => sortByOf(text, catalog) };
}
