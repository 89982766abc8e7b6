import { beforeAll, describe, expect, it } from "vitest";
import { getCollator } from "../../../src/collation/collator.ts";
import { COMPARISONS, STRENGTHS } from "../../../src/collation/order/strength.ts";
import { createCollation } from "../../../src/collation/uca/keyed-collation.ts";
import { loadCollations, supportedLocales } from "../../../src/collation/uca/tables/tailoring.ts";
import { countOf } from "../../effort.ts";
import { hostileText, pick, random } from "../uca/random-strings.ts";

/** Characters whose weights depend on their neighbors, ignorable characters, and lone surrogates. */
const PARTS = [
  ...["เ", "แ", "ก", "็", "่", "ำ", "ฯ", "๚", "๛", "ๆ", "\u0e3a", "\u0e4d", "ເ", "ກ", "ໆ", "ຯ"],
  ...[" ", "-", ".", "!", "\0", "\u00ad", "\u034f", "\u200d", "\ufffe", "\uffff", "\r", "\n"],
  ...["\u0301", "\u0323", "\u0327", "\u0f71", "\u0f72", "\u1039", "\u1100", "\u1161", "\u11a8"],
  ...["a", "A", "c", "ch", "h", "dzs", "aa", "ß", "æ", "ガ", "か", "ー", "က", "क", "1", "2"],
  ...["\ud800", "\udc00", "\ud83d", "\ude00", "😀"],
];

/** Strings for which the order of ICU that `Intl` uses is not transitive in Thai. */
const DEFECTS = [" \u00ad\u0e47 \u0e4d", "๛\u00ad\u0301๛\u0e4d!", ".\u00ad\u0e48\u0e4d-\0\u0e48"];

const seed = Math.floor(Math.random() * 2 ** 32);
const perStrength = countOf("collation/search/reflexive: per strength");

describe(`each string equals, contains, starts with and ends with itself (seed ${seed})`, () => {
  beforeAll(() => loadCollations(...supportedLocales()));

  it("in every locale of the collation data, at every strength", () => {
    const next = random(seed);
    const someText = () =>
      next() < 0.3
        ? hostileText(next, 10)
        : Array.from({ length: 1 + Math.floor(next() * 8) }, () => pick(next, PARTS)).join("");
    for (const locale of supportedLocales()) {
      for (const comparison of COMPARISONS) {
        const texts = [...DEFECTS, ...Array.from({ length: perStrength }, someText)];
        const collator = getCollator(comparison, locale === "und" ? undefined : locale);
        const keyed =
          comparison === "codePoint" ? collator : createCollation({ locale, strength: comparison });
        for (const text of texts) {
          const prepared = collator.prepare;
          const found = [
            collator.compare(text, text) === 0 && collator.equals(text, text) && prepared.equals(text)(text),
            collator.contains(text, text) && prepared.contains(text)(text) && keyed.contains(text, text),
            collator.startsWith(text, text) &&
              prepared.startsWith(text)(text) &&
              keyed.startsWith(text, text),
            collator.endsWith(text, text) && prepared.endsWith(text)(text) && keyed.endsWith(text, text),
          ];
          if (found.includes(false)) expect([locale, comparison, text, found]).toBe(undefined);
        }
      }
    }
  }, 120_000);
});

it("a search string with the highest weight, U+FFFF, is found in the middle of a string", () => {
  for (const strength of STRENGTHS) {
    const { contains, startsWith, endsWith } = getCollator(strength, "sv");
    for (const inner of ["c\uffff๚", "c\u0e48\uffff\u0e5a", "å\uffff\uffffæ"]) {
      expect([strength, inner, contains(`x ${inner} x`, inner)]).toEqual([strength, inner, true]);
      expect(startsWith(`${inner} x`, inner) && endsWith(`x ${inner}`, inner)).toBe(true);
      expect(contains(`x ${inner.slice(0, -1)} x`, inner)).toBe(false);
    }
  }
});

describe("a search by code points does not find a lone surrogate inside a pair", () => {
  const cases: readonly (readonly [text: string, searchString: string, found: string])[] = [
    ["😀", "\ud83d", ""],
    ["😀", "\ude00", ""],
    ["a😀b", "a\ud83d", ""],
    ["a😀b", "\ude00b", ""],
    ["\ud83d😀", "\ud83d", "contains startsWith"],
    ["😀\ude00", "\ude00", "contains endsWith"],
    ["a\ud83db", "\ud83d", "contains"],
    ["a\ud83db", "a\ud83d", "contains startsWith"],
    ["\ude00😀", "\ude00😀", "contains startsWith endsWith"],
    ["😀\ude00\ud83d", "\ude00\ud83d", "contains endsWith"],
    ["😀".repeat(50), "\ude00\ud83d".repeat(20), ""],
    [`${"😀".repeat(50)}\ude00\ud83d\ude00\ud83d`, "\ude00\ud83d", ""],
    [`😀\ude00${"😀".repeat(9)}`, `\ude00${"😀".repeat(8)}\ud83d`, ""],
  ];

  it.each(cases)("%j has %j as: %s", (text, searchString, found) => {
    for (const comparison of ["identical", "codePoint"] as const) {
      const collator = getCollator(comparison, "th");
      const kinds = ["contains", "startsWith", "endsWith"] as const;
      expect(kinds.filter((kind) => collator[kind](text, searchString)).join(" ")).toBe(found);
      expect(kinds.filter((kind) => collator.prepare[kind](searchString)(text)).join(" ")).toBe(found);
    }
    const points = Array.from(text).join("|");
    expect(found.includes("contains")).toBe(
      `|${points}|`.includes(`|${Array.from(searchString).join("|")}|`),
    );
  });
});
