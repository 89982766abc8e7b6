import { expect } from "vitest";
import { compileFilter, type CompileOptions } from "../../src/evaluator/compile-filter.ts";
import { parseFilter } from "../../src/parser/parse.ts";

/** The rows that a filter keeps; it must have nothing wrong with it. */
export function kept(text: string, rows: readonly unknown[], options: CompileOptions = {}): unknown[] {
  const { predicate, diagnostics } = compileFilter(text, options);
  expect(diagnostics, text).toEqual([]);
  return rows.filter(predicate!);
}

/** Which of some values of the member `v` a filter keeps. */
export function values(text: string, list: readonly unknown[], options: CompileOptions = {}): unknown[] {
  const rows = list.map((v) => ({ v }));
  return kept(text, rows, options).map((row) => (row as { v: unknown }).v);
}

/** What the parser says of a text. */
export const codes = (text: string) => parseFilter(text).diagnostics.map(({ code }) => code);
