import type { CatalogDefinition } from "../../src/catalog/types.ts";
import type { DiagnosticCode } from "../../src/diagnostics/codes.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { naiveSort } from "../../test/oracle/naive-order.ts";
import { naiveTruth, naiveValue } from "../../test/oracle/naive.ts";
import { encode, type Case, type Problem } from "./case.ts";

/**
 * Creates cases with results of the naive evaluator. Expected errors are written by hand: with a code, and « and » around the
 * span.
 */

export interface MakeOptions {
  readonly locale?: string;
  readonly catalog?: readonly [string, CatalogDefinition];
}

type Table = readonly [string, readonly unknown[]];

/** Returns a case of a filter: its result for each row of a table. */
export function filterCase(
  id: string,
  expression: string,
  [table, rows]: Table,
  options: MakeOptions = {},
): Case {
  const tree = parsed(parseFilter(expression, { mode: "strict" }).expression, expression);
  const scope = { locale: options.locale, catalog: options.catalog?.[1] };
  const truths = rows.map((row) => naiveTruth(tree, row, scope));
  return {
    id,
    kind: "filter",
    expression,
    ...settings(options),
    rows: table,
    expect: { rows: indices(truths, true), unknown: indices(truths, null) },
  };
}

function indices(truths: readonly (boolean | null)[], wanted: boolean | null): number[] {
  return truths.flatMap((truth, i) => (truth === wanted ? [i] : []));
}

/** Returns a case of an expression: its value for each row of a table. */
export function valueCase(
  id: string,
  expression: string,
  [table, rows]: Table,
  options: MakeOptions = {},
): Case {
  const tree = parsed(parseFilter(expression, { mode: "strict" }).expression, expression);
  const scope = { locale: options.locale, catalog: options.catalog?.[1] };
  const values = rows.map((row) => {
    const value = naiveValue(tree, row, scope);
    return "value" in value ? encode(value.value) : null;
  });
  return { id, kind: "filter", expression, ...settings(options), rows: table, expect: { values } };
}

/** Returns a case of sort keys: the indices of a table's rows in sorted order. */
export function orderCase(
  id: string,
  expression: string,
  [table, rows]: Table,
  options: MakeOptions = {},
): Case {
  const tree = parsed(parseSortBy(expression, { mode: "strict" }).expression, expression);
  const scope = { locale: options.locale, catalog: options.catalog?.[1] };
  const numbered = naiveSort(rows, tree, scope).map((row) => rows.indexOf(row));
  return { id, kind: "sortBy", expression, ...settings(options), rows: table, expect: { order: numbered } };
}

/** Returns a case of a text with an error. In `marked`, « and » enclose the span of the error. */
export function errorCase(
  id: string,
  marked: string,
  code: DiagnosticCode,
  rest: Partial<Pick<Case, "kind" | "mode" | "catalog" | "limits">> = {},
): Case {
  const { text, problem } = unmark(marked, code);
  return { id, kind: "filter", expression: text, ...rest, expect: { error: problem } };
}

export function unmark(
  marked: string,
  code: DiagnosticCode,
): { readonly text: string; readonly problem: Problem } {
  const start = marked.indexOf("«");
  const end = marked.indexOf("»") - 1;
  if (start < 0 || end < start) throw new Error(`no marks in ${marked}`);
  return { text: marked.replace("«", "").replace("»", ""), problem: { code, start, end } };
}

function settings({ locale, catalog }: MakeOptions): Partial<Case> {
  return {
    ...(locale === undefined ? {} : { locale }),
    ...(catalog === undefined ? {} : { catalog: catalog[0] }),
  };
}

function parsed<T>(tree: T | undefined, text: string): T {
  if (tree === undefined) throw new Error(`cannot parse ${text}`);
  return tree;
}
