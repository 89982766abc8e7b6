import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check } from "../../src/checker/check.ts";
import { MAXIMUM_LIMITS } from "../../src/diagnostics/limits.ts";
import { parseFilter } from "../../src/parser/parse.ts";

/** Nodes that are checked again to try the fixes of one expression. */
const BUDGET = 20_000;
const limits = MAXIMUM_LIMITS;
const catalog = defineCatalog({
  name: "rows",
  members: { name: "string", size: "integer", flag: "boolean" },
});

/** Returns an expression with exactly so many nodes that begins with the given conditions of so many nodes. */
function padded(conditions: string, own: number, nodes: number): string {
  // Three calls of in(…), beside the literals and `flag`. Unlike an argument of and(…), an argument of in(…) is not checked alone.
  const literals = nodes - own - 3;
  const half = Math.floor(literals / 2);
  const list = (count: number) => `in(flag,${Array.from({ length: count - 1 }, () => "true").join(",")})`;
  return `in(${conditions},${list(half)},${list(literals - half)})`;
}

function fixesOf(text: string): number[] {
  const { expression } = parseFilter(text, { limits });
  return check(expression!, catalog, { limits }).diagnostics.map(({ fixes }) => fixes.length);
}

describe("the fixes of an expression are tried on at most 20,000 nodes", () => {
  it("with one fix", () => {
    expect(fixesOf(padded("isNull(nmae)", 2, BUDGET))).toEqual([1]);
    expect(fixesOf(padded("isNull(nmae)", 2, BUDGET + 1))).toEqual([0]);
  });

  it("with two fixes, which share them", () => {
    const two = "isNull(nmae),isNull(szie)";
    expect(fixesOf(padded(two, 4, BUDGET / 2))).toEqual([1, 1]);
    expect(fixesOf(padded(two, 4, BUDGET / 2 + 1))).toEqual([1, 0]);
  });

  it("with a fix that is completed by a second one", () => {
    expect(fixesOf(padded("eq(nmae,5)", 3, BUDGET / 2))).toEqual([1]);
    expect(fixesOf(padded("eq(nmae,5)", 3, BUDGET / 2 + 1))).toEqual([0]);
  });
});
