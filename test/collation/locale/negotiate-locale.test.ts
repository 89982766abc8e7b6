import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getCollator } from "../../../src/collation/collator.ts";
import { negotiateLocale } from "../../../src/collation/locale/negotiate-locale.ts";

const OFFERED = ["en", "de", "fr-CA", "zh-Hant", "zh-Hans", "pt-PT", "pt-BR", "sv", "nb", "he", "sr-Latn"];

describe("negotiateLocale", () => {
  it.each([
    ["sv", "sv"],
    ["de-CH;q=0.5,sv;q=0.9", "sv"],
    ["de-CH-1996", "de"],
    ["fr", "fr-CA"],
    ["zh-TW,en;q=0.8", "zh-Hant"],
    ["zh", "zh-Hans"],
    ["pt-AO", "pt-PT"],
    ["pt", "pt-BR"],
    ["no", "nb"],
    ["iw", "he"],
    ["sr-Latn-ME", "sr-Latn"],
    ["xx-YY, *;q=0.5, sv;q=0.1", "sv"],
    ["DE", "de"],
    ["de;q=0", "en"],
    ["it", "en"],
    ["", "en"],
    [undefined, "en"],
  ])("chooses for %s the offer %s", (header, locale) => {
    expect(negotiateLocale(header, OFFERED)).toBe(locale);
  });

  it("chooses the default if no offer matches", () => {
    expect(negotiateLocale("ja", ["en", "sv"], { default: "sv" })).toBe("sv");
    expect(negotiateLocale("ja", ["en", "sv"], { default: "und" })).toBe("und");
  });

  it("infers the script from the region", () => {
    expect(negotiateLocale("zh-TW,de;q=0.3", ["en", "zh-Hant", "de"])).toBe("zh-Hant");
    expect(negotiateLocale("zh-HK", ["en", "zh-Hant"])).toBe("zh-Hant");
    expect(negotiateLocale("zh-CN,de;q=0.3", ["en", "zh-Hant", "de"])).toBe("de");
  });

  it("drops the keys of a client's tag unless they are allowed", () => {
    const header = "de-u-co-phonebk-kn-true";
    expect(negotiateLocale(header, OFFERED)).toBe("de");
    expect(negotiateLocale(header, OFFERED, { extensions: true })).toBe("de-u-co-phonebk");
    expect(negotiateLocale("de-u-kf-upper", OFFERED, { extensions: true })).toBe("de-u-kf-upper");
    expect(negotiateLocale("de-u-co-nonsense", OFFERED, { extensions: true })).toBe("de");
    expect(getCollator("primary", "de-u-co-phonebk").equals("ä", "ae")).toBe(true);
  });

  it("returns the offer as written", () => {
    expect(negotiateLocale("sv-SE", ["en", "SV"])).toBe("SV");
  });

  it("ignores inherited options", () => {
    const inherited = Object.create({ extensions: true, default: "sv" }) as object;
    expect(negotiateLocale("de-u-co-phonebk", OFFERED, inherited)).toBe("de");
  });

  it.each([
    ...["*", "i-klingon", "xx-invalid-", "a".repeat(10_000), "de,".repeat(5_000), "x-private", "en_US"],
    ...[";;;===,,,", 'sv;q="', "sv;q=NaN", "\0", "\u{1f600}", "__proto__", "constructor,toString"],
  ])("%j does not throw, and the result is an offer", (header) => {
    expect(OFFERED).toContain(negotiateLocale(header, OFFERED));
  });

  it("hostile headers never throw", () => {
    const part = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom(...'-;, *\t"\\', "de", "sv-SE", "zh-Hant", "q=", "0.5", "u-co-phonebk"),
    );
    const header = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(header, fc.boolean(), (text, extensions) => {
        const locale = negotiateLocale(text, OFFERED, { extensions });
        expect(OFFERED).toContain(new Intl.Locale(locale).baseName);
        expect(() => getCollator("primary", locale)).not.toThrow();
      }),
      { numRuns: 3_000 },
    );
  });

  it("reads the complete ranges among the first 1,000 units and 50 ranges", () => {
    expect(negotiateLocale(`${"ja,".repeat(49)}sv`, OFFERED)).toBe("sv");
    expect(negotiateLocale(`${"ja,".repeat(50)}sv`, OFFERED)).toBe("en");
    expect(negotiateLocale(`${" ".repeat(998)}sv-SE`, OFFERED)).toBe("en");
  });

  it("throws for invalid offers", () => {
    expect(() => negotiateLocale("sv", [])).toThrow(RangeError);
    expect(() => negotiateLocale("sv", ["en_US"])).toThrow(RangeError);
  });
});
