import { describe, expect, it } from "vitest";
import { getCollator } from "../../../src/collation/collator.ts";
import {
  collationLocale,
  isSupportedLocale,
  resolveLocale,
} from "../../../src/collation/locale/resolve-locale.ts";

describe("resolveLocale", () => {
  it.each([
    [undefined, "en-US"],
    ["und", "en-US"],
    ["und-Latn", "en-US"],
    ["und-u-co-emoji", "en-US-u-co-emoji"],
    ["und-Latn-u-co-eor-kf-upper", "en-US-u-co-eor-kf-upper"],
    ["und-u-co-phonebk-kn", "en-US"],
    ["DE-at", "de-AT"],
    ["zh-hant-tw", "zh-Hant-TW"],
    ["de-u-co-phonebk", "de-u-co-phonebk"],
  ])("resolves %s to %s", (tag, locale) => {
    expect(resolveLocale(tag)).toEqual({ locale });
  });

  it.each([
    ["de_AT", "'de_AT' is not a language tag. Write de-AT."],
    ["*", "'*' is not a language tag. Write it like de, fr-CA or zh-Hant."],
    ["", "'' is not a language tag. Write it like de, fr-CA or zh-Hant."],
    [
      "german",
      "There are no collation rules for the locale 'german'. Give a language that has some, like de, fr-CA or zh-Hant.",
    ],
    ["i-klingon", "'i-klingon' is not a language tag. Write it like de, fr-CA or zh-Hant."],
    ["sv\u001b[2J", "'sv?[2J' is not a language tag. Write it like de, fr-CA or zh-Hant."],
  ])("describes the problem of %j", (tag, problem) => {
    expect(resolveLocale(tag)).toEqual({ problem });
  });

  it("shortens a tag of 10,000 letters in the message", () => {
    const resolved = resolveLocale("a".repeat(10_000));
    expect("problem" in resolved && resolved.problem.length).toBeLessThan(150);
  });

  it("agrees with isSupportedLocale", () => {
    expect(["sv-FI", "sv_FI", "tlh", "*"].map(isSupportedLocale)).toEqual([true, false, false, false]);
  });
});

describe("a locale without rules", () => {
  it("means root order, whatever the default locale of the process", () => {
    for (const tag of ["tlh", "und", "zxx"]) {
      expect(collationLocale(tag)).toBe("en-US");
      expect(getCollator("primary", tag).equals("ä", "a")).toBe(true);
    }
  });

  it("differs from an invalid tag, which throws", () => {
    expect(() => getCollator("primary", "not a tag")).toThrow(
      new RangeError("locale: 'not a tag' is not a language tag. Write it like de, fr-CA or zh-Hant."),
    );
    expect(() => getCollator("primary", "sv_SE")).toThrow(
      "locale: 'sv_SE' is not a language tag. Write sv-SE.",
    );
  });
});

it("collators are cached", () => {
  expect(getCollator("primary", "sv")).toBe(getCollator("primary", "sv"));
  expect(getCollator("primary", "sv").locale).toBe("sv");
  expect(getCollator("codePoint").comparison).toBe("codePoint");
});

it("digits sort as digits, even if the tag requests numeric order", () => {
  expect(getCollator("tertiary", "en-u-kn-true").compare("10", "9")).toBeLessThan(0);
});
