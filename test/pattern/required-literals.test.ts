import fc from "fast-check";
import { expect, it } from "vitest";
import { compilePattern } from "../../src/pattern/pattern.ts";
import { textInAllMatches } from "../../src/pattern/required-literals.ts";

it.each([
  ["\\w+-late-\\d*", "-late-"],
  ["(a|b)*xyz?", "xy"],
  ["a?b{2}", undefined],
  ["(?i)k", undefined],
  ["abc|abd", undefined],
  ["(", undefined],
  ["", undefined],
])("%s needs %s", (pattern, text) => {
  expect(textInAllMatches(pattern)).toBe(text);
});

it("is in every text that matches", () => {
  const parts = fc.constantFrom(
    "a",
    "b",
    "ab",
    ".",
    ".*",
    "a*",
    "(a|b)",
    "(ab)+",
    "b?",
    "[ab]",
    "^",
    "$",
    "(?i:a)",
  );
  const patterns = fc.array(parts, { maxLength: 6 }).map((list) => list.join(""));
  const texts = fc.array(fc.constantFrom("a", "b", "A"), { maxLength: 8 }).map((list) => list.join(""));
  fc.assert(
    fc.property(patterns, fc.array(texts, { minLength: 20, maxLength: 20 }), (source, list) => {
      const compiled = compilePattern(source);
      const needed = textInAllMatches(source);
      if (!compiled.ok || needed === undefined) return;
      for (const text of list) if (compiled.pattern.matches(text)) expect(text).toContain(needed);
    }),
  );
});
