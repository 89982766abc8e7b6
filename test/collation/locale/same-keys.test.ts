import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { getCollator } from "../../../src/collation/collator.ts";
import { LOCALES } from "../../../src/collation/uca/data/locales.ts";
import { resolveLocale, resolveTag } from "../../../src/collation/locale/resolve-locale.ts";
import { compareKeys } from "../../../src/collation/uca/key-column.ts";
import { loadCollations } from "../../../src/collation/uca/tables/tailoring.ts";
import { DATABASE_FUNCTIONS } from "../../../src/sql/database-functions/list.ts";
import { haveSameRules, localeWithRules } from "../../../src/sql/database-functions/locale-rules.ts";
import { countOf } from "../../effort.ts";
import { random } from "../uca/random-strings.ts";
import { randomTag } from "./random-tags.ts";

/** Strings that each key of a language tag orders differently. */
const TEXTS = [
  ...["x10", "x2", "x 2", "x-2", "X2", "a", "A", "ab", "Ab", "aB", "á", "â", "côte", "coté", "cote", "Côté"],
  ..."ä ae af Ä å aa z ö oe ü y ch cz d ll lz ñ nz w v α б 1 $ € ٣ あ ア".split(" "),
  ..."中 国 一 丁 가 伽 😀 😁 ☺ ก เก i ı".split(" "),
];

/** Tags of languages that put capital letters first, except with a case order or a collation type. */
const CASE_ORDERS = ["da", "mt-MT", "da-u-co-emoji", "mt-u-co-eor", "da-u-kf-lower", "mt-u-kf-false"];

const tamisKey = DATABASE_FUNCTIONS.find(({ name }) => name === "tamis_key")!.run as unknown as (
  value: string,
  locale: string,
  strength: string,
) => Uint8Array;

const seed = Math.floor(Math.random() * 2 ** 32);
const tags = countOf("collation/locale/same-keys: tags");

describe(`a language tag has one meaning (seed ${seed})`, () => {
  it("in memory and in sort keys", async () => {
    const next = random(seed);
    for (let i = 0; i < tags; i++) {
      const tag = CASE_ORDERS[i] ?? randomTag(next);
      await loadCollations("und", localeWithRules(tag));
      for (const strength of ["primary", "tertiary", "identical"] as const) {
        const inMemory = TEXTS.toSorted(getCollator(strength, tag).compare);
        const byKeys = TEXTS.map((text) => ({ text, key: tamisKey(text, tag, strength) }))
          .sort((a, b) => compareKeys(a.key, b.key))
          .map(({ text }) => text);
        expect([tag, strength, byKeys]).toEqual([tag, strength, inMemory]);
      }
    }
  });

  it("however it is written, and resolving it again changes nothing", () => {
    const next = random(seed);
    for (let i = 0; i < tags; i++) {
      const tag = randomTag(next);
      expect(resolveTag(tag.toLowerCase())).toBe(resolveTag(tag));
      expect(resolveTag(resolveTag(tag))).toBe(resolveTag(tag));
    }
  });
});

it("the default type is left out, whatever collators the process has created before", () => {
  const types = ["pinyin", "stroke", "zhuyin", "emoji"];
  const locales = ["zh", "zh-Hans", "zh-Hant", "zh-TW", "zh-Hans-HK", "yue", "yue-Hans"];
  const tags = locales.flatMap((locale) => types.map((type) => `${locale}-u-co-${type}`));
  const forwards = resolveInNewProcess(tags);
  expect(resolveInNewProcess([...tags].reverse()).reverse()).toEqual(forwards);
  // `Intl` then knows the type by its name.
  expect(resolveInNewProcess(["zh-TW-u-co-pinyin", "zh-u-co-pinyin"])).toEqual(["zh-TW-u-co-pinyin", "zh"]);
});

it("the default type of each locale of CLDR is left out", () => {
  for (const line of LOCALES) {
    const [locale = "", type = ""] = line.split(" ");
    // `Intl` ignores the type `standard`.
    expect(resolveTag(`${locale}-u-co-${type}`)).toBe(resolveTag(locale));
  }
});

function resolveInNewProcess(tags: readonly string[]): string[] {
  const file = new URL("../../../src/collation/locale/resolve-locale.ts", import.meta.url).href;
  const code = `const { resolveTag } = await import(${JSON.stringify(file)});
    console.log(JSON.stringify(${JSON.stringify(tags)}.map(resolveTag)));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" }),
  ) as string[];
}

it("only the collation type and the order of cases count", () => {
  const cases: readonly (readonly [tag: string, resolved: string])[] = [
    ["en-u-kn", "en"],
    ["EN-U-KA-SHIFTED", "en"],
    ["de-u-co-phonebk-kn-kb-kc", "de-u-co-phonebk"],
    ["de-u-co-unknown", "de"],
    ["sv-u-co-search", "sv"],
    ["zh-u-co-pinyin", "zh"],
    ["da-u-kf-lower-kr-latn", "da-u-kf-lower"],
    ["da-u-kf-yes", "da"],
    ["de-1996-t-en-u-attr-co-phonebk-x-private", "de-u-co-phonebk"],
    ["en-US-u-va-posix", "en-US"],
    ["de-u-co-phonebk-co-eor", "de-u-co-phonebk"],
  ];
  for (const [tag, resolved] of cases) {
    expect([tag, resolveTag(tag)]).toEqual([tag, resolved]);
    expect(resolveLocale(tag)).toEqual({ locale: resolved });
  }
});

it("stored sort keys serve a request only if their own keys have the order of the request", () => {
  expect(haveSameRules("en", "en-u-kn")).toBe(true);
  expect(haveSameRules("en-u-kn", "en-u-kn")).toBe(false);
  expect(haveSameRules("sv", "SV-u-co-unknown")).toBe(true);
  expect(haveSameRules("de-u-co-phonebk", "de-u-co-phonebk")).toBe(true);
  expect(haveSameRules("de-u-co-phonebk", "de")).toBe(false);
  expect(haveSameRules("sv-u-co-search", "sv-u-co-search")).toBe(false);
});
