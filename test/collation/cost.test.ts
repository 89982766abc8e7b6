import { describe, expect, it } from "vitest";
import { getCollator } from "../../src/collation/collator.ts";
import { COMPARISONS } from "../../src/collation/order/strength.ts";

/** Far above what was measured, and far below what a quadratic algorithm takes. */
function takesLess(milliseconds: number, task: () => unknown): void {
  const start = performance.now();
  task();
  expect(performance.now() - start).toBeLessThan(milliseconds);
}

const marks = Array.from({ length: 80_000 }, (_, i) =>
  String.fromCharCode(0x300 + (((79_999 - i) * 37) % 70)),
).join("");

describe("D14: 80,000 unsorted combining marks cost no seconds", () => {
  it.each(COMPARISONS)("at %s", (comparison) => {
    const { compare, contains, startsWith, endsWith, equals } = getCollator(comparison);
    takesLess(1_000, () => {
      compare(`a${marks}`, `b${marks}`);
      compare(`a${marks}`, `a${marks}\u0301`);
      equals(`a${marks}`, `a${marks}\u0301`);
      contains(`a${marks}`, "a\u0301");
      startsWith(`a${marks}`, `a${marks.slice(0, 100)}`);
      endsWith(`x${marks}`, marks.slice(-100));
    });
  });

  it("and are still ordered as code points at identical", () => {
    const { compare, equals } = getCollator("identical");
    const other = `a${marks.slice(0, -1)}\u0301`;
    expect(equals(`a${marks}`, other)).toBe(false);
    expect(Math.sign(compare(`a${marks}`, other))).toBe(-Math.sign(compare(other, `a${marks}`)));
    expect(compare(`a${marks}`, other)).not.toBe(0);
  });

  it("nor do 10,000 emoji joined in one grapheme", () => {
    const family = "👩\u200d".repeat(10_000);
    takesLess(1_000, () => {
      expect(getCollator("primary").contains(`${family}👧`, "👧")).toBe(false);
    });
  });
});

describe("search through a text of 1 MiB stays linear", () => {
  const size = 1 << 20;
  const texts: readonly (readonly [string, string, string])[] = [
    ["a needle that almost fits everywhere", "a".repeat(size), `${"a".repeat(4_095)}b`],
    ["the same, with one emoji", `${"a".repeat(size)}🎉`, `${"a".repeat(4_095)}b`],
    ["a needle that fails at its start", "a".repeat(size), `b${"a".repeat(4_095)}`],
    ["letters that are half a match", "sß".repeat(size / 2), `${"s".repeat(9)}t`],
    ["nothing but soft hyphens", "\u00ad".repeat(size), "ab"],
    ["Cyrillic", "отчёт показывает ".repeat(size / 17), "регион"],
    [
      "many different letters",
      Array.from({ length: size }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7_919) % 20_000))).join(""),
      "中国",
    ],
  ];

  it.each(texts)("%s", (_, text, needle) => {
    for (const locale of ["en", "sv"]) {
      for (const strength of ["primary", "tertiary"] as const) {
        const { contains } = getCollator(strength, locale);
        takesLess(12_000, () => {
          expect(contains(text, needle)).toBe(false);
        });
      }
    }
  });

  it("startsWith looks at the start alone, but for what has no weight", () => {
    const { startsWith } = getCollator("primary", "sv");
    const long = `é${"a".repeat(size)}🎉`;
    expect(startsWith(long, "éb")).toBe(false);
    takesLess(500, () => {
      for (let i = 0; i < 10_000; i++) startsWith(long, "éb");
    });
    expect(startsWith(`${"\u00ad".repeat(size)}ab`, "ab")).toBe(true);
  });
});
