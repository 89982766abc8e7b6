import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeStrengthOrder } from "../../../src/collation/order/strength-order.ts";
import { getCollator } from "../../../src/collation/collator.ts";
import { makeCollatedSearch } from "../../../src/collation/search/collated-search.ts";
import { COMPARISONS, STRENGTHS } from "../../../src/collation/order/strength.ts";
import { naiveSearch } from "./naive-search.ts";

describe("contains, startsWith and endsWith", () => {
  it("find a word despite case, accents and expansions at primary", () => {
    const { contains, startsWith, endsWith } = getCollator("primary");
    expect(contains("Die Straße", "STRASSE")).toBe(true);
    expect(contains("Die STRASSE dort", "straße")).toBe(true);
    expect(endsWith("Die Straße", "strasse")).toBe(true);
    expect(startsWith("Ærø Havn", "aer")).toBe(true);
    expect(contains("Crème brûlée", "creme BRULEE")).toBe(true);
    expect(contains("ﬁnal", "FINAL")).toBe(true);
  });

  it("never find a part of a letter", () => {
    const { contains, startsWith, endsWith } = getCollator("primary");
    expect(contains("ß", "s")).toBe(false);
    expect(contains("weiß", "weis")).toBe(false);
    expect(startsWith("ßa", "s")).toBe(false);
    expect(endsWith("aß", "s")).toBe(false);
    expect(contains("œuf", "e")).toBe(false);
    expect(getCollator("secondary").contains("e\u0301", "e")).toBe(false);
    expect(contains("👩‍👧", "👧")).toBe(false);
    expect(contains("a\r\nb", "\n")).toBe(false);
  });

  it("do not split the contractions of a locale", () => {
    const cs = getCollator("primary", "cs");
    const found = [cs.startsWith("chata", "ch"), cs.startsWith("chata", "c"), cs.contains("chata", "h")];
    expect(found).toEqual([true, false, false]);
    expect(getCollator("primary", "da").contains("Aabenraa", "å")).toBe(true);
    expect(getCollator("primary", "da").contains("Aabenraa", "a")).toBe(false);
    expect(getCollator("primary", "hu").contains("maddzsal", "d")).toBe(false);
    expect(getCollator("primary", "en").contains("maddzsal", "d")).toBe(true);
    expect(getCollator("primary", "sv").contains("Malmö", "malmo")).toBe(false);
  });

  it("respect the strength", () => {
    const finds = (text: string, searchString: string, locale?: string) =>
      COMPARISONS.filter((comparison) => getCollator(comparison, locale).contains(text, searchString));
    expect(finds("un café noir", "CAFE")).toEqual(["primary"]);
    expect(finds("un café noir", "CAFÉ")).toEqual(["primary", "secondary"]);
    expect(finds("un café noir", "cafe\u0301")).toEqual(["primary", "secondary", "tertiary", "quaternary"]);
    expect(finds("un café noir", "café")).toEqual(COMPARISONS);
    expect(finds("かながき", "カナ", "ja")).toEqual(["primary", "secondary", "tertiary"]);
    expect(finds("ab-cd", "bc", "th")).toEqual(["primary", "secondary", "tertiary"]);
  });

  it("skip ignorable characters", () => {
    const { contains } = getCollator("tertiary");
    expect(contains("hand\u00adbook", "handbook")).toBe(true);
    expect(contains("a\0b", "ab")).toBe(true);
    expect(contains("ab", "a\u200db")).toBe(true);
  });

  it("combine a mark after an ignorable character with the letter before", () => {
    for (const locale of ["en", "tr"]) {
      const { contains, startsWith, endsWith } = getCollator("tertiary", locale);
      expect(startsWith("é\0\u0301x", "é\u0301")).toBe(true);
      expect(contains("xé\0\u0301x", "e\u0301\u0301")).toBe(true);
      expect(endsWith("xé\0\u0301", "é\u0301")).toBe(true);
      expect(startsWith("é\0\u0301x", "é\u0301\u0301")).toBe(false);
    }
  });

  it("find a search string without weight in every string", () => {
    for (const comparison of COMPARISONS) expect(getCollator(comparison).contains("", "")).toBe(true);
    for (const strength of STRENGTHS.slice(0, 4)) {
      const { contains, startsWith, endsWith } = getCollator(strength);
      for (const searchString of ["", "\0", "\u00ad\u00ad"]) {
        for (const text of ["", "abc"]) {
          const found = [contains, startsWith, endsWith].map((test) => test(text, searchString));
          expect(found, JSON.stringify([strength, text, searchString])).toEqual([true, true, true]);
        }
      }
    }
    expect(getCollator("identical").contains("abc", "\0")).toBe(false);
  });

  it("treat the search string as a literal, not as a pattern", () => {
    const { contains } = getCollator("primary");
    expect(["%", "a_c", "a.c"].filter((searchString) => contains("abc", searchString))).toEqual([]);
    expect(contains("100%", "0%")).toBe(true);
  });

  it("find search strings with repeated parts", () => {
    const { contains } = getCollator("primary");
    expect(contains("aabaabaaab é", "aabaaab")).toBe(true);
    expect(contains("ssßsße", "ßsße")).toBe(true);
    expect(contains("sßst", "sst")).toBe(false);
    expect(contains("sßsst", "sst")).toBe(true);
    expect(contains("ßt", "st")).toBe(false);
    expect(contains("sßt", "sst")).toBe(true);
  });
});

/** Small alphabets, so that search strings are often found, with the special cases of each locale. */
const ALPHABETS: Readonly<Record<string, readonly string[]>> = {
  "en-US": [..."asSßæœeoéflio·L\r\n-", "ae", "ss", "ﬁ", "\u0301", "\u00ad", "\0"],
  "de-u-co-phonebk": [..."aäeoöß", "s", "ae", "\u0308"],
  de: [..."aäßsSt12½⁄ﬆ", "\u0308"],
  cs: [..."cCHhčařr", "ch", "\u030c", "\u00ad"],
  hu: [..."csdza", "dzs", "ddzs", "ccs", "\u200d"],
  da: [..."aAåÅæeö", "aa", "\u030a"],
  sv: [..."vwaåäoöþthß", "\u0308", "\u030a"],
  lt: [..."iyíYa", "\u0307", "\u0301"],
  tr: [..."iıIİcç", "\u0307", "\u0327", "\0"],
  hr: [..."džljnǆ", "dž", "lj"],
  ja: [..."かカーがゝヽｶあアヾa"],
  ko: [..."가각ㄱa", "\u1100", "\u1161", "\u11a8"],
  th: [..."กเ- ฯๆา่ำ"],
  zh: [..."中国ㄅa亠"],
  hi: [..."कषता", "\u094d", "\u093f", "\u200d"],
  el: [..."αάςσΣ", "\u0301"],
  "fr-CA": [..."oôeéctœ", "\u0301"],
  br: [..."c'hCa"],
};
const EVERYWHERE = ["x", "\u034f", "👩", "\u200d", "👧", "🇩", "🇪"];

describe.each(Object.keys(ALPHABETS))("search is what its definition says in %s", (locale) => {
  const alphabet = ALPHABETS[locale]!;
  const letters = fc.constantFrom(...alphabet, ...alphabet, ...EVERYWHERE);
  const text = fc.array(letters, { maxLength: 7 }).map((parts) => parts.join(""));
  const cases = fc
    .tuple(text, text, fc.nat(8), fc.integer({ min: 1, max: 4 }), fc.nat(4))
    .map(([whole, other, from, length, how]) => {
      const part = Array.from(whole)
        .slice(from, from + length)
        .join("");
      if (how === 0) return [whole, other] as const;
      if (how === 1) return [whole, part.toUpperCase()] as const;
      if (how === 2) return [whole, part.normalize("NFD")] as const;
      if (how === 3)
        return [whole, part.normalize("NFKC").replaceAll("ß", "ss").replaceAll("æ", "ae")] as const;
      return [whole, part] as const;
    });

  it.each(STRENGTHS.slice(0, 4))("at %s", (strength) => {
    const collator = getCollator(strength, locale);
    const thorough = makeCollatedSearch({
      ...makeStrengthOrder(collator.locale, strength),
      weights: () => undefined,
    });
    fc.assert(
      fc.property(cases, ([whole, searchString]) => {
        const expected = naiveSearch(collator, whole, searchString);
        const { prepare } = collator;
        expect({
          contains: prepare.contains(searchString)(whole),
          startsWith: prepare.startsWith(searchString)(whole),
          endsWith: prepare.endsWith(searchString)(whole),
        }).toEqual(expected);
        const { contains, startsWith, endsWith } = thorough(searchString);
        expect({
          contains: contains(whole),
          startsWith: startsWith(whole),
          endsWith: endsWith(whole),
        }).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
