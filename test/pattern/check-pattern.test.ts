import * as fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { propertyNames } from "../../scripts/sources/property-names.ts";
import { checkPattern } from "../../src/pattern/check-pattern.ts";
import { compilePattern, type PatternResult } from "../../src/pattern/pattern.ts";
import { isProperty } from "../../src/pattern/property-names.ts";
import { countOf } from "../effort.ts";
import { pattern, shaped } from "./random-patterns.ts";

const names = propertyNames();
const property = fc
  .tuple(
    fc.constantFrom("\\p", "\\P", "[\\p", "[^\\P", "(?i)\\p"),
    fc.constantFrom("{", "{^", "", "{^^"),
    fc.constantFrom(
      "Greek",
      "Lu",
      "L",
      "Any",
      "greek",
      "Script=Greek",
      "Grek",
      "constructor",
      "",
      "🙂",
      "}",
      "^",
    ),
    fc.constantFrom("}", "}]", "", "}*"),
  )
  .map((parts) => parts.join(""));
const scraps = fc
  .array(
    fc.constantFrom(..."a(b)[^]{1,2}*+?|\\.$-pPQEdwxzAB:<>=!imsUk09é".split(""), "(?", "[[:", ":]", "{2,"),
    {
      maxLength: 12,
    },
  )
  .map((all) => all.join(""));
const anyPattern = fc.oneof(
  pattern,
  shaped,
  scraps,
  property,
  fc.tuple(pattern, fc.oneof(scraps, property)).map((parts) => parts.join("")),
);

function statesOf(result: PatternResult) {
  return result.ok ? { ok: true, states: result.pattern.states } : result;
}

describe("the check of a pattern without the RE2 library", () => {
  it("fails as compiling it does, at the same position for the same reason", () => {
    const seen = { valid: 0, syntax: 0, limit: 0 };
    const numRuns = countOf("pattern/check-pattern: runs");
    fc.assert(
      fc.property(anyPattern, fc.constantFrom(10_000, 40), (source, states) => {
        const result = checkPattern(source, { states });
        // A pattern that is cached is not read again, so it may exceed a lower limit.
        if (states === 10_000) expect([source, result]).toEqual([source, statesOf(compilePattern(source))]);
        if (result.ok) seen.valid++;
        else if (result.limit === undefined) seen.syntax++;
        else seen.limit++;
        if (!result.ok && result.limit !== undefined) return;
        let isValid = true;
        try {
          RE2JS.compile(source);
        } catch {
          isValid = false;
        }
        expect([source, result.ok]).toEqual([source, isValid]);
      }),
      { numRuns },
    );
    expect(Math.min(seen.valid, seen.syntax)).toBeGreaterThan(numRuns / 10);
    expect(seen.limit).toBeGreaterThan(numRuns / 2_000);
  });

  it("knows exactly the properties of the RE2 library", () => {
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => !isProperty(name))).toEqual([]);
    for (const name of ["greek", "LU", "Script", "toString", "constructor", ""])
      expect(checkPattern(`\\p{${name}}`).ok, name).toBe(false);
  });

  it.each([
    ["a(b", 1],
    ["a)", 1],
    ["x{3,2}", 1],
    ["a**", 2],
    ["[b-a]", 1],
    ["ab[", 2],
    ["\\p{Grek}", 0],
    ["a\\8", 1],
    ["(?P<n>a)(?P<n>b)", 8],
    ["x(?=a)", 1],
  ])("reports the position of the mistake in %s", (source, offset) => {
    expect(checkPattern(source)).toMatchObject({ ok: false, offset });
    expect(compilePattern(source)).toEqual(checkPattern(source));
  });
});
