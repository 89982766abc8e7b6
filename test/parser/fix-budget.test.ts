import { describe, expect, it } from "vitest";
import { MAXIMUM_LIMITS } from "../../src/diagnostics/limits.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";

/** Characters that are parsed again to try the fixes of one text. */
const BUDGET = 262_144;
const limits = MAXIMUM_LIMITS;

/** Pads a text at its end, where white space changes nothing. */
function padded(text: string, length: number): string {
  return text + " ".repeat(length - text.length);
}

function fixesOf(text: string): number[] {
  const { diagnostics } = parseFilter(text, { limits });
  return diagnostics.map(({ fixes }) => fixes.length);
}

describe("the fixes of a text are tried on at most 262,144 characters", () => {
  it("with one fix, which removes one character", () => {
    const text = "in(size,1,,2)";
    expect(fixesOf(padded(text, BUDGET + 1))).toEqual([1]);
    expect(fixesOf(padded(text, BUDGET + 2))).toEqual([0]);
  });

  it("with two fixes, which share them", () => {
    const text = "eq(in(size,1,,2),in(size,1,,2))";
    expect(fixesOf(padded(text, BUDGET / 2 + 1))).toEqual([1, 1]);
    expect(fixesOf(padded(text, BUDGET / 2 + 2))).toEqual([1, 0]);
  });

  it("with a fix that makes the text longer", () => {
    const text = "eq(name,'a'b')";
    expect(fixesOf(padded(text, BUDGET - 1))).toEqual([1]);
    expect(fixesOf(padded(text, BUDGET))).toEqual([0]);
  });

  it("in sorts", () => {
    const fixes = (length: number) =>
      parseSortBy(padded("name:descnding", length), { limits }).diagnostics.map((each) => each.fixes.length);
    // The fix inserts one character.
    expect(fixes(BUDGET - 1)).toEqual([1]);
    expect(fixes(BUDGET)).toEqual([0]);
  });
});
