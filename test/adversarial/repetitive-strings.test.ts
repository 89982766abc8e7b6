import { expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check } from "../../src/checker/check.ts";
import { DEFAULT_LIMITS } from "../../src/diagnostics/limits.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { parseFilter } from "../../src/parser/parse.ts";

/**
 * The search of V8 takes quadratic time for a long string of equal letters. One call of it cannot be divided into time
 * slices: 4,096 letters in a cell of a million take seconds.
 */

const catalog = defineCatalog({ name: "cells", members: { s: "string", part: "string" } });
const CELL = 600_000;
const LENGTH = DEFAULT_LIMITS.string;

const attacked = "x".repeat(LENGTH);
/** A string of the same length without repetitions. */
const usual = Array.from({ length: LENGTH / 4 }, (_, i) => (i + 1_000).toString())
  .join("")
  .slice(0, LENGTH);

function milliseconds(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[1]!;
}

it.for([
  ...["contains(s,'…')", "contains($primary,s,'…')", "contains($tertiary,s,'…')", "contains(s,part)"],
  ...["match(s,'.*….*')", "match(s,'a.*….*b')"],
] as const)("%s takes linear time for a repetitive string", (form) => {
  const isPattern = form.startsWith("match");
  const run = (searched: string) => {
    const part = isPattern ? searched.slice(0, 900) : searched;
    const cell = `a${`${part.slice(1)}y`.repeat(Math.ceil(CELL / part.length))}b`;
    const { expression } = parseFilter(form.replace("…", part));
    const filter = check(expression!, catalog).filter!;
    const rows = [{ s: cell, part: searched }];
    return () => {
      expect(rows.filter(compilePredicate(filter))).toEqual([]);
      expect(createCollection(rows, { catalog }).count({ filter })).toBe(0);
    };
  };
  const [repetitive, other] = [run(attacked), run(usual)];
  repetitive();
  other();
  expect(milliseconds(repetitive)).toBeLessThan(milliseconds(other) * 20 + 150);
});
