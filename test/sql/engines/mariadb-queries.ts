import { check, checkSortBy } from "../../../src/checker/check.ts";
import type { CheckedFilter, CheckedSortBy } from "../../../src/checker/checked.ts";
import type { Catalog } from "../../../src/catalog/types.ts";
import { parseFilter, parseSortBy } from "../../../src/parser/parse.ts";
import { compileSql, type Verdict } from "../../../src/sql/compile/compile-sql.ts";
import { render } from "../../../src/sql/fragments/fragment.ts";
import type { EngineUnderTest } from "./engine-under-test.ts";

/** Parses a filter and checks it against a catalog. */
export function checkFilterText(text: string, catalog: Catalog): CheckedFilter {
  const { expression } = parseFilter(text);
  const { filter, diagnostics } = check(expression!, catalog);
  if (filter === undefined) throw new Error(`${text}: ${JSON.stringify(diagnostics)}`);
  return filter;
}

export function checkSortText(text: string, catalog: Catalog): CheckedSortBy {
  const parsed = parseSortBy(text);
  const { sortBy, diagnostics } = checkSortBy(parsed.expression!, catalog);
  if (sortBy === undefined) throw new Error(`${text}: ${JSON.stringify(diagnostics)}`);
  return sortBy;
}

export function verdictOf(engine: EngineUnderTest, text: string, catalog: Catalog): Verdict {
  return compiled(engine, text, catalog).verdict;
}

/** Returns the condition of a filter with placeholders, for a driver. */
export function statementOf(engine: EngineUnderTest, text: string, catalog: Catalog) {
  return render(compiled(engine, text, catalog).where, () => "?");
}

function compiled({ dialect, tableOf }: EngineUnderTest, text: string, catalog: Catalog) {
  const filter = checkFilterText(text, catalog);
  return compileSql({ filter, limit: 10 }, { catalog, table: tableOf(catalog), dialect });
}
