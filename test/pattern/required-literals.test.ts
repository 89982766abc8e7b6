import fc from "fast-check";
import { expect, it } from "vitest";
import { compilePattern } from "../../src/pattern/pattern.ts";
import { longestRequiredLiteral, requiredLiterals } from "../../src/pattern/required-literals.ts";

it.each([
  ["\\w+-late-\\d*", "", "-late-"],
  ["sales-\\d+-late-\\d*", "sales-", "-late-"],
  ["^sales.*$", "sales", ""],
  ["(a|b)*xyz?", "", "xy"],
  ["a?b{2}", "", ""],
  ["(?i)k", "", ""],
  ["abc|abd", "", ""],
  ["a\\x00bc", "a", "bc"],
  ["ab\\x{d800}c", "ab", "c"],
  ["", "", ""],
])("every match of %s starts with '%s' and contains '%s'", (pattern, prefix, inner) => {
  expect(requiredLiterals(pattern)).toEqual({ prefix, inner });
});

it("an invalid pattern has no required literals", () => {
  expect(requiredLiterals("(")).toBeUndefined();
});

it.each([
  ["sales-.*-late", "sales-"],
  ["a.*late", "late"],
  [".*", undefined],
])("the longest required literal of %s is %s", (pattern, literal) => {
  expect(longestRequiredLiteral(requiredLiterals(pattern)!)).toBe(literal);
});

it("every string that matches has the required literals", () => {
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
  const strings = fc.array(fc.constantFrom("a", "b", "A"), { maxLength: 8 }).map((list) => list.join(""));
  fc.assert(
    fc.property(patterns, fc.array(strings, { minLength: 20, maxLength: 20 }), (source, list) => {
      const compiled = compilePattern(source);
      if (!compiled.ok) return;
      const { prefix, inner } = requiredLiterals(source)!;
      for (const string of list) {
        if (!compiled.pattern.matches(string)) continue;
        expect(string.startsWith(prefix)).toBe(true);
        expect(string.slice(prefix.length)).toContain(inner);
      }
    }),
  );
});
