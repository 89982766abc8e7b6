import { expect, it } from "vitest";
import { check } from "../../src/checker/check.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { defineFunction } from "../../src/functions/factories/define-function.ts";
import { parseFilter } from "../../src/parser/parse.ts";

/** Calls that take a condition as a value. */
const WAYS: readonly (readonly [string, (inner: string) => string])[] = [
  ["eq", (inner) => `eq(${inner},true)`],
  ["ne", (inner) => `ne(b,${inner})`],
  ["a chain", (inner) => `le(b,${inner},c)`],
  ["in, first argument", (inner) => `in(${inner},b,c)`],
  ["in, candidate", (inner) => `in(b,${inner},c)`],
  ["isNull", (inner) => `isNull(${inner})`],
  ["not", (inner) => `not(eq(${inner},b))`],
  ["and", (inner) => `eq(and(${inner},b),c)`],
  ["or", (inner) => `eq(or(${inner},c),b)`],
  ["contains", (inner) => `contains(${inner},'true')`],
  ["contains, search string", (inner) => `contains(n,${inner})`],
  ["endsWith", (inner) => `endsWith(${inner},n)`],
  ["match", (inner) => `match(${inner},'t.*')`],
  ["matchAny", (inner) => `matchAny('t.*',n,${inner})`],
  ["blank", (inner) => `blank(${inner})`],
  ["length", (inner) => `gt(length(${inner}),4)`],
  ["substr", (inner) => `eq(substr(${inner},0,4),n)`],
  ["upCase", (inner) => `eq(upCase(${inner}),n)`],
];

it.each(WAYS)("a nested condition is evaluated once per row: %s", (_name, around) => {
  let calls = 0;
  const leaf = defineFunction({
    name: "leaf",
    summary: "True, and counted.",
    parameters: [{ name: "e", type: "boolean" }],
    result: "boolean",
    evaluate: (value) => {
      calls++;
      return value;
    },
  });
  let text = "leaf(b)";
  for (let level = 0; level < 25; level++) text = around(text);
  const { filter, diagnostics } = check(parseFilter(text).expression!, undefined, { functions: [leaf] });
  expect(diagnostics).toEqual([]);
  const keeps = compilePredicate(filter!);
  for (const row of [
    { b: true, c: true, n: "true" },
    { b: false, c: true, n: "x" },
    { b: null, n: "x" },
  ]) {
    calls = 0;
    keeps(row);
    expect(calls).toBeLessThanOrEqual(1);
  }
});
