import { describe, expect, it } from "vitest";
import { getCollator } from "../../src/collation/collator.ts";

/* Answers only: that the work grows in step with the length is counted by test/growth. */

describe("strings with 80,000 unsorted combining marks", () => {
  const marks = Array.from({ length: 80_000 }, (_, i) =>
    String.fromCharCode(0x300 + (((79_999 - i) * 37) % 70)),
  ).join("");

  it("are ordered by code points at identical", () => {
    const { compare, equals } = getCollator("identical");
    const other = `a${marks.slice(0, -1)}\u0301`;
    expect(equals(`a${marks}`, other)).toBe(false);
    expect(Math.sign(compare(`a${marks}`, other))).toBe(-Math.sign(compare(other, `a${marks}`)));
    expect(compare(`a${marks}`, other)).not.toBe(0);
  });
});

it("10,000 emoji that are joined to one grapheme contain no other emoji", () => {
  const family = "👩\u200d".repeat(10_000);
  expect(getCollator("primary").contains(`${family}👧`, "👧")).toBe(false);
});

describe("a string of 1 MiB without a match", () => {
  const size = 1 << 20;
  const searches: readonly (readonly [string, string, string])[] = [
    ["a search string that almost fits everywhere", "a".repeat(size), `${"a".repeat(4_095)}b`],
    ["letters that are half a match", "sß".repeat(size / 2), `${"s".repeat(9)}t`],
    ["soft hyphens", "\u00ad".repeat(size), "ab"],
    ["Cyrillic", "отчёт показывает ".repeat(size / 17), "регион"],
  ];

  it.each(searches)("is searched for %s", (_, text, search) => {
    for (const locale of ["en", "sv"])
      for (const strength of ["primary", "tertiary"] as const)
        expect(getCollator(strength, locale).contains(text, search)).toBe(false);
  });

  it("is tested for a prefix, ignorable characters skipped", () => {
    const { startsWith } = getCollator("primary", "sv");
    expect(startsWith(`é${"a".repeat(size)}🎉`, "éb")).toBe(false);
    expect(startsWith(`${"\u00ad".repeat(size)}ab`, "ab")).toBe(true);
  });
});
