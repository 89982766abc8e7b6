import type { call } from "../../src/ast/constructors.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import type { Catalog, CatalogDefinition } from "../../src/catalog/types.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import type * as Tamis from "../../src/index.ts";
import { decode, encode, textOf, type Case, type CaseFile, type Problem } from "../../scripts/conformance/case.ts";

/** The parts of the package that run a case. Tests run cases of the sources, and other runtimes cases of the built package. */
export type Language = Pick<
  typeof Tamis,
  | "check"
  | "checkSortBy"
  | "compilePredicate"
  | "defineCatalog"
  | "explain"
  | "parseFilter"
  | "parseSortBy"
  | "print"
  | "sortRows"
> & { readonly call: typeof call };

function problems(diagnostics: readonly Diagnostic[], severity: Diagnostic["severity"]): Problem[] {
  return diagnostics.filter((found) => found.severity === severity).map(({ code, span }) => ({ code, ...span }));
}

function rowsOf({ rows = [] }: Case, { tables = {} }: CaseFile): readonly unknown[] {
  return (typeof rows === "string" ? tables[rows]! : rows).map(decode);
}

/**
 * Returns a function that runs a case and returns its result, in the form of its expected result.
 *
 * @param definitions the content of catalogs.json
 */
export function caseRunner(
  language: Language,
  definitions: Readonly<Record<string, CatalogDefinition>>,
): (given: Case, file: CaseFile) => unknown {
  const { call, check, checkSortBy, compilePredicate, defineCatalog, explain, parseFilter, parseSortBy, print, sortRows } =
    language;
  const catalogs = new Map<string, Catalog>(
    Object.entries(definitions).map(([name, definition]) => [name, defineCatalog(definition)]),
  );

  function runFilter(given: Case, file: CaseFile): unknown {
    const { expect: wanted, mode, limits, locale } = given;
    const catalog = given.catalog === undefined ? undefined : catalogs.get(given.catalog)!;
    const settings = { ...(mode === undefined ? {} : { mode }), ...(limits === undefined ? {} : { limits }) };
    const options = locale === undefined ? {} : { locale };
    const parsed = parseFilter(textOf(given.expression), settings);
    if (parsed.expression === undefined) return { error: problems(parsed.diagnostics, "error")[0] };
    const isValue = "values" in wanted;
    const condition = isValue ? call("isNull", [parsed.expression]) : parsed.expression;
    const checked = check(condition, catalog, settings);
    if (checked.filter === undefined) return { error: problems(checked.diagnostics, "error")[0] };
    const rows = rowsOf(given, file);
    const { filter } = checked;
    const found = problems([...parsed.diagnostics, ...checked.diagnostics], "warning");
    const warnings = found.length === 0 ? {} : { warnings: found };
    if ("print" in wanted) return { print: print(filter.expression), ...warnings };
    if (isValue) return { values: rows.map((row) => encode(explain(filter, row, options).tree.children[0]!.value)) };
    const keeps = (tree: Expression) => {
      const again = check(tree, catalog, settings);
      return rows.flatMap((row, i) => (compilePredicate(again.filter!, options)(row) ? [i] : []));
    };
    const predicate = compilePredicate(filter, options);
    const kept = rows.flatMap((row, i) => (predicate(row) ? [i] : []));
    // A surrounding call would exceed the limits under test, so these cases do not determine unknown.
    if (given.id.startsWith("limits/")) return { rows: kept, unknown: [], ...warnings };
    const rejected = keeps(call("not", [parsed.expression]));
    const unknown = rows.flatMap((_, i) => (kept.includes(i) || rejected.includes(i) ? [] : [i]));
    return { rows: kept, unknown, ...warnings };
  }

  function runSortBy(given: Case, file: CaseFile): unknown {
    const { mode, limits, locale } = given;
    const catalog = given.catalog === undefined ? undefined : catalogs.get(given.catalog)!;
    const settings = { ...(mode === undefined ? {} : { mode }), ...(limits === undefined ? {} : { limits }) };
    const parsed = parseSortBy(textOf(given.expression), settings);
    if (parsed.expression === undefined) return { error: problems(parsed.diagnostics, "error")[0] };
    if ("print" in given.expect) return { print: print(parsed.expression) };
    const checked = checkSortBy(parsed.expression, catalog, settings);
    if (checked.sortBy === undefined) return { error: problems(checked.diagnostics, "error")[0] };
    const rows = rowsOf(given, file);
    const sorted = sortRows(rows, checked.sortBy, locale === undefined ? {} : { locale });
    return { order: sorted.map((row) => rows.indexOf(row)) };
  }

  return (given, file) => (given.kind === "sortBy" ? runSortBy(given, file) : runFilter(given, file));
}
