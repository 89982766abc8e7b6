import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getCollator } from "../../src/collation/collator.ts";
import { STRENGTHS } from "../../src/collation/order/strength.ts";

/** Returns the strongest strength at which two strings are equal. */
function equalUpTo(a: string, b: string, locale?: string): string {
  let strongest = "none";
  for (const strength of STRENGTHS) {
    const { equals, prepare } = getCollator(strength, locale);
    expect(prepare.equals(b)(a)).toBe(equals(a, b));
    expect(equals(b, a)).toBe(equals(a, b));
    if (equals(a, b)) strongest = strength;
  }
  return strongest;
}

describe("equality", () => {
  it.each([
    [undefined, "é", "e\u0301", "quaternary"],
    [undefined, "Å", "\u212b", "quaternary"],
    [undefined, "가", "\u1100\u1161", "quaternary"],
    [undefined, "ﬁ", "fi", "secondary"],
    [undefined, "①", "1", "secondary"],
    [undefined, "é", "e", "primary"],
    [undefined, "É", "é", "secondary"],
    [undefined, "ﷺ", "صلى الله عليه وسلم", "secondary"],
    [undefined, "soft", "so\u00adft", "quaternary"],
    [undefined, "a\0", "a", "quaternary"],
    [undefined, "ß", "SS", "primary"],
    [undefined, "ẞ", "ß", "secondary"],
    [undefined, "i", "I", "secondary"],
    [undefined, "İ", "i", "primary"],
    [undefined, "ı", "i", "none"],
    ["tr", "i", "İ", "secondary"],
    ["tr", "ı", "I", "secondary"],
    ["tr", "i", "I", "none"],
    [undefined, "ς", "σ", "secondary"],
    [undefined, "ŉ", "ʼn", "secondary"],
    [undefined, "ﬃ", "FFI", "secondary"],
    [undefined, "\u212a", "K", "quaternary"],
    [undefined, "ſ", "s", "primary"],
    [undefined, "a", "a ", "none"],
    ["de", "a", "a ", "none"],
    ["sv", "a", "a ", "none"],
    ["ja", "a", "a ", "none"],
    ["th", "a", "a ", "tertiary"],
    ["de", "ä", "ae", "none"],
    ["de-u-co-phonebk", "ä", "ae", "primary"],
    ["sv", "v", "w", "none"],
    ["sv", "þ", "th", "secondary"],
    ["da", "aa", "å", "secondary"],
    ["da", "o", "ø", "none"],
    ["lt", "y", "i", "primary"],
    ["ja", "か", "カ", "tertiary"],
    ["ja", "ｶ", "カ", "quaternary"],
  ])("in %s %j and %j are equal up to %s", (locale, a, b, strongest) => {
    expect(equalUpTo(a, b, locale)).toBe(strongest);
  });

  it("in Thai marks after punctuation are ignored with it, whatever precedes it in both strings", () => {
    for (const [a, b] of [
      ["E\u0301.\u200d", "E\u0301.\u0901"],
      ["West Bengal", "West \u0f7eBengal"],
      ["x.\u00ad", "x.\u00ad\u0301"],
    ] as const)
      expect([a, equalUpTo(a, b, "th")]).toEqual([a, "quaternary"]);
    // The middle dot after l is no punctuation.
    expect(equalUpTo("l·", "l·\u0901", "th")).toBe("primary");
  });

  it("finds place names without their accents at primary", () => {
    const places = ["São Paulo", "Zürich", "Malmö", "Kraków", "Reykjavík", "Łódź", "Đà Nẵng", "Bogotá"];
    const asked = ["sao paulo", "ZURICH", "malmo", "KRAKOW", "reykjavik", "lodz", "DA NANG", "bogota"];
    for (const [i, name] of asked.entries()) {
      const isIt = getCollator("primary").prepare.equals(name);
      expect(places.filter(isIt)).toEqual([places[i]]);
    }
  });
});

describe("weight tables", () => {
  const levels = [
    ["primary", "base"],
    ["secondary", "accent"],
    ["tertiary", "variant"],
  ] as const;
  const character = fc.oneof(
    fc.constantFrom(..."aAáàÁeéo ø-l·ss1dDđ\u00adßæ\u0301\u0308\0"),
    fc.integer({ min: 0, max: 0x52f }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom(..."–—‘’“”…€ﬁ中ſ"),
  );
  const text = fc.array(character, { maxLength: 5 }).map((parts) => parts.join(""));
  /** Strings that are often equal at some strength. */
  const pair = fc.tuple(text, fc.array(fc.nat(5), { maxLength: 5 }), text).map(([a, changes, other]) => {
    if (changes.length === 0) return [a, other] as const;
    const change = (c: string, how = 3) =>
      [c.toUpperCase(), c.normalize("NFD"), c.normalize("NFKD").charAt(0)][how] ?? c;
    return [a, [...a].map((c, i) => change(c, changes[i])).join("")] as const;
  });

  it.each(["en", "de", "fr", "it", "nl", "pt", "ga", "id", "ms", "sw", "ca", "zu", "lb", "en-GB", "de-AT"])(
    "say what Intl says in %s",
    (locale) => {
      for (const [strength, sensitivity] of levels) {
        const { compare, prepare } = getCollator(strength, locale);
        const intl = new Intl.Collator(locale, { sensitivity });
        fc.assert(
          fc.property(pair, ([a, b]) => {
            const expected = Math.sign(intl.compare(a, b));
            expect(Math.sign(compare(a, b))).toBe(expected);
            expect(prepare.equals(b)(a)).toBe(expected === 0);
          }),
          { numRuns: locale === "en" ? 20_000 : 1_000 },
        );
      }
    },
  );

  it.each(["sv", "da", "cs", "tr", "ja", "th", "fr-CA", "lt", "hu", "ru", "el", "is"])(
    "decide equality in %s as Intl does",
    (locale) => {
      for (const [strength, sensitivity] of levels) {
        const { prepare } = getCollator(strength, locale);
        const intl = new Intl.Collator(locale, { sensitivity });
        fc.assert(
          fc.property(pair, ([a, b]) => {
            expect(prepare.equals(b)(a)).toBe(intl.compare(a, b) === 0);
          }),
          { numRuns: 1_500 },
        );
      }
    },
  );
});
