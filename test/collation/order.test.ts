import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getCollator } from "../../src/collation/collator.ts";
import { COMPARISONS, STRENGTHS, type Comparison } from "../../src/collation/order/strength.ts";

const sorted = (words: string, locale: string | undefined, comparison: Comparison = "tertiary") =>
  words.split(" ").reverse().sort(getCollator(comparison, locale).compare).join(" ");

describe("order at tertiary", () => {
  it.each([
    ["root: accents do not part letters", undefined, "cote coté côte côté cotes"],
    ["de: ä goes with a, ß with ss", "de", "Arg Ärgerlich Arm Assistant Aßlar Assoziation"],
    ["de: names without special rules", "de", "Göbel Goethe Goldmann Göthe Götz"],
    ["de phone book: ö goes as oe", "de-u-co-phonebk", "Göbel Goethe Göthe Götz Goldmann"],
    ["sv: å ä ö come after z, w after v", "sv", "Växjö Wien Ystad Zürich Ålesund Ängelholm Östersund"],
    [
      "da: æ ø å come last, aa is å, upper case first",
      "da",
      "Zealand Ærø Ørsted Aabenraa aabenraa Århus Aarhus",
    ],
    ["cs: ch comes after h, č after c", "cs", "cukr čaj hrad Hradec chata Cheb Chrudim ihned"],
    ["tr: ı comes before i, ç after c", "tr", "cam çam ısı in iz"],
    ["fr: the first accent decides", "fr", "cote coté côte côté"],
    ["fr-CA: the last accent decides", "fr-CA", "cote côte coté côté"],
    ["lt: y goes with i", "lt", "yda ikona jau"],
    ["et: z comes after š", "et", "suu šokk zoo žanr tare"],
    ["hu: cs comes after c, dzs after dz", "hu", "cukor csak dél dzéta dzsem"],
    ["es: ñ comes after n", "es", "nube ñandú oso"],
    ["hr: dž comes after d, lj after l", "hr", "dvor džep lov ljeto"],
    ["th: a vowel that is written first is read second", "th", "กา เกา แก ขา"],
  ])("%s", (_, locale, words) => {
    expect(sorted(words, locale)).toBe(words);
  });

  it("lower case is first in root order, upper case in Danish", () => {
    expect(sorted("a A", undefined)).toBe("a A");
    expect(sorted("A a", "da")).toBe("A a");
  });
});

describe("order at quaternary", () => {
  it("in Japanese, hiragana is before katakana; the first difference decides", () => {
    const words = "カー かあ カア かき カキ かぎ ガキ キき きキ";
    expect(sorted(words, "ja", "quaternary")).toBe("カー かあ カア かき カキ かぎ ガキ きキ キき");
  });

  it("half-width and decomposed kana equal the usual ones", () => {
    const { compare } = getCollator("quaternary", "ja");
    expect(compare("ｶﾅ", "カナ")).toBe(0);
    expect(compare("が", "か\u3099")).toBe(0);
    expect(compare("か\u3099", "ガ")).toBeLessThan(0);
  });

  it("in Thai, punctuation counts that the lower levels ignore", () => {
    const texts = ["a b", "a-b", "a.b", "ab", "A-b", "กฯ", "ก๚", "ก๛", "กๆ", "ก"];
    const { compare } = getCollator("quaternary", "th");
    const third = getCollator("tertiary", "th");
    expect(third.compare("a b", "ab")).toBe(0);
    expect(third.compare("กฯ", "กๆ")).toBe(0);
    expect([...texts].sort(compare)).toEqual(["ก", "กฯ", "ก๚", "ก๛", "กๆ", "a b", "a-b", "a.b", "ab", "A-b"]);
  });

  it("is the order at tertiary in all other languages", () => {
    expect(getCollator("quaternary", "de").compare("か", "カ")).toBe(
      getCollator("tertiary", "de").compare("か", "カ"),
    );
  });
});

describe("order at identical and by code point", () => {
  it("identical orders by NFD code points, then by code points", () => {
    const { compare } = getCollator("identical");
    expect(compare("a\u0000", "a")).toBeGreaterThan(0);
    expect(compare("e\u0301", "é")).toBeLessThan(0);
    // Å and the Ångström sign have the same decomposition.
    expect(compare("Å", "\u212b")).toBeLessThan(0);
  });

  it("codePoint ignores the rules of languages", () => {
    expect(sorted("é a Z ～ 😀", "sv", "codePoint")).toBe("Z a é ～ 😀");
  });
});

const locales = [undefined, "de", "sv", "da", "cs", "tr", "ja", "th", "fr-CA", "lt", "hu"];
const texts = fc
  .array(fc.constantFrom(..."aAbcChHiIyzåäßsæeé-. \u0301\u0308\u00ad\0", ..."かカがーｶกเ่ฯı😀中"), {
    maxLength: 5,
  })
  .map((parts) => parts.join(""));

describe.each(COMPARISONS)("the laws of an order hold at %s", (comparison) => {
  it.each(locales)("in %s", (locale) => {
    const { compare, equals } = getCollator(comparison, locale);
    fc.assert(
      fc.property(texts, texts, texts, (a, b, c) => {
        const ab = Math.sign(compare(a, b));
        expect(Math.sign(compare(b, a)) + ab).toBe(0);
        expect(compare(a, a)).toBe(0);
        if (ab <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
        if (ab === 0 && compare(b, c) === 0) expect(compare(a, c)).toBe(0);
        expect(equals(a, b)).toBe(ab === 0);
        if (comparison === "identical" || comparison === "codePoint") expect(ab === 0).toBe(a === b);
      }),
      { numRuns: 400 },
    );
  });
});

it("a stronger strength never contradicts a weaker one", () => {
  fc.assert(
    fc.property(fc.constantFrom(...locales), texts, texts, (locale, a, b) => {
      let before = 0;
      for (const strength of STRENGTHS) {
        const order = Math.sign(getCollator(strength, locale).compare(a, b));
        if (before !== 0) expect(order).toBe(before);
        before = order;
      }
    }),
    { numRuns: 2_000 },
  );
});
