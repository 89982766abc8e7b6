import { expect } from "vitest";
import { compileFilter, type CompileOptions } from "../../src/evaluator/compile-filter.ts";
import { parseFilter } from "../../src/parser/parse.ts";

/** Returns the rows that a filter keeps. The filter must be valid. */
export function kept(text: string, rows: readonly unknown[], options: CompileOptions = {}): unknown[] {
  const { predicate, diagnostics } = compileFilter(text, options);
  expect(diagnostics, text).toEqual([]);
  return rows.filter(predicate!);
}

/** Returns the values of the member `v` that a filter keeps. */
export function values(text: string, list: readonly unknown[], options: CompileOptions = {}): unknown[] {
  const rows = list.map((v) => ({ v }));
  return kept(text, rows, options).map((row) => (row as { v: unknown }).v);
}

/** Returns the diagnostics of the parser. */
export const codes = (text: string) => parseFilter(text).diagnostics.map(({ code }) => code);
