import { expect, it } from "vitest";
import { compilePattern } from "../../src/pattern/pattern.ts";

/* Patterns that take exponential or quadratic time in engines that backtrack. test/growth counts their work. */

it.each([
  "^(a+)+$",
  "(a|a)*$",
  "(a|aa)+$",
  "(.*)*x",
  "^(\\w+\\s?)*$",
  "([a-zA-Z]+)*$",
  "(a*)*b",
  "(a?){50}a{50}!b",
  ".*.*.*x",
  "x.{0,1000}y",
  "(?:.*a){9}b",
])("%s does not match a million letters", (source) => {
  const result = compilePattern(source);
  expect(result.ok && result.pattern.matches(`${"a".repeat(1_000_000)}!`)).toBe(false);
});
