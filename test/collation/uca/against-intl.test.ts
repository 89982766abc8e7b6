import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareKeys, createCollation, loadCollations } from "../../../src/collation/uca/index.ts";
import { factsOf, rootOf, SHORTCUTS, shortcutOf, type Difference, type Shortcut } from "./icu-shortcuts.ts";
import { pairOfTexts, random, spell } from "./random-strings.ts";
import { countOf, EFFORT } from "../../effort.ts";

/**
 * Compares with ICU through `Intl`. Node 24 has ICU 78 with the data of CLDR 48, like the keyed collation. Other versions of
 * Node have other data; the tests are skipped there.
 */
const IS_ORACLE = process.versions["icu"]?.startsWith("78.") === true;

const LOCALES = [
  ..."en-US ar az be bn bo br bs ca cs cy da de de-u-co-phonebk dsb ee el eo es es-u-co-trad".split(" "),
  ..."et fa fi fil fo fr-CA ha haw he hi hr hu hy is ja ka kk km kn ko lt lv mk ml mt my nb pa".split(" "),
  ..."pl ro ru se si sk sl sq sr sr-Latn sv sv-u-co-trad ta th tr uk ur uz vi yo zh zh-Hant".split(" "),
  ..."zh-u-co-stroke zh-u-co-zhuyin".split(" "),
];
const LEVELS = { primary: "base", secondary: "accent", tertiary: "variant" } as const;
const PAIRS = countOf("collation/uca/against-intl: pairs");

beforeAll(() => loadCollations(...LOCALES.map(rootOf)));

const explained = Object.fromEntries(SHORTCUTS.map((name) => [name, 0])) as Record<Shortcut, number>;
let compared = 0;

/** Compares one pair with both. Counts differences that a shortcut of ICU explains; reports the others. */
function hold(difference: Difference, what: string, wrong: string[]): void {
  const { a, b, ours, theirs } = difference;
  compared++;
  if (ours.compare(a, b) === Math.sign(theirs.compare(a, b))) return;
  const shortcut = shortcutOf(difference);
  if (shortcut === undefined) wrong.push(`${what}: ${spell(a)} / ${spell(b)}`);
  else explained[shortcut]++;
}

describe.runIf(IS_ORACLE)("compared with Intl", () => {
  afterAll(() => {
    const counts = SHORTCUTS.map((shortcut) => `${shortcut} ${explained[shortcut]}`).join(", ");
    if (EFFORT === "proof")
      process.stdout.write(`Against Intl: ${compared} comparisons; shortcuts: ${counts}.\n`);
    // Shortcuts must stay rare: at most one in 20,000 pairs, plus a few in short runs.
    for (const shortcut of SHORTCUTS)
      expect(explained[shortcut], shortcut).toBeLessThan(compared / 20_000 + 8);
  });

  it.each(LOCALES)("%s has the order of ICU at primary, secondary and tertiary", (locale) => {
    const next = random(LOCALES.indexOf(locale) + 1);
    const strengths = (["primary", "secondary", "tertiary"] as const).map((strength) => ({
      strength,
      ours: createCollation({ locale: rootOf(locale), strength }),
      theirs: new Intl.Collator(locale, { sensitivity: LEVELS[strength] }),
      ...factsOf(locale),
    }));
    const wrong: string[] = [];
    for (let i = 0; i < PAIRS; i++) {
      const [a, b] = pairOfTexts(next);
      for (const each of strengths) hold({ a, b, ...each }, each.strength, wrong);
    }
    expect(wrong).toEqual([]);
  });

  it.each(["en-US", "de", "da", "ja", "zh"])("%s has the order of ICU with each option", (locale) => {
    const next = random(77);
    const root = rootOf(locale);
    const facts = factsOf(locale);
    const options = {
      numeric: [{ numeric: true }, { numeric: true }],
      upper: [{ caseFirst: "upper" }, { caseFirst: "upper" }],
      lower: [{ caseFirst: "lower" }, { caseFirst: "lower" }],
      case: [{ strength: "primary", caseLevel: true }, { sensitivity: "case" }],
      shifted: [{ alternate: "shifted" }, { ignorePunctuation: true }],
    } as const;
    const pairs = Object.entries(options).map(([name, [ours, theirs]]) => ({
      name,
      ours: createCollation({ locale: root, ...ours }),
      theirs: new Intl.Collator(locale, theirs),
      ...facts,
      isShifted: name === "shifted",
      isNumeric: name === "numeric",
    }));
    const digits = (): string =>
      "007 12,345 9٣a0b10 x1".slice(Math.floor(next() * 10), 5 + Math.floor(next() * 16));
    const wrong: string[] = [];
    for (let i = 0; i < PAIRS; i++) {
      const [x, y] = pairOfTexts(next);
      const [a, b] = i % 2 === 0 ? [x + digits(), y + digits()] : [x, y];
      for (const each of pairs) hold({ a, b, ...each }, each.name, wrong);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ["prefix-punctuation", "th", {}, "West Bengal", "West \u0f7eBengal"],
    ["prefix-punctuation", "th", {}, "1992-08-30", "1992-08-\u090330"],
    ["prefix-punctuation", "de", { ignorePunctuation: true }, "Rwa.", "Rwa.\u0e4d"],
    ["prefix-digits", "zh", { numeric: true }, "0\u096b\u05ca", "0\u1136\u096b\u05ca"],
    ["prefix-digits", "ja", { numeric: true }, "10\u1f06\u096c", "10\u096c"],
    ["prefix-accents", "fr-CA", {}, "\u0e48\u00ad\u0308", "\u0e48\u00ad\u3099\u0308"],
    ["look-back", "ja", {}, "\u3099\u30fc\u0301", "\u3099\u30fca"],
    [
      "look-back",
      "ja",
      {},
      "\u3099\u30fc\udfaf\u20d1\u10b8\u097f\u095b",
      "\u3099\u30fc\u20d1\u10b8\u097f\u095b5",
    ],
    ["composed", "sk", {}, "Khartoum", "Kha\u0344rtoum"],
    ["composed", "da", {}, "A\u0344", "A\u0308\u0301"],
    ["composed", "lt", {}, "\u022e\ufb60", "\u022e\u0301\ufb60"],
  ] as const)("knows the shortcut %s in %s", (shortcut, locale, options, a, b) => {
    const isShifted = "ignorePunctuation" in options;
    const strength = shortcut === "composed" && locale === "sk" ? "primary" : "tertiary";
    const ours = createCollation({
      locale,
      strength,
      numeric: "numeric" in options,
      ...(isShifted ? { alternate: "shifted" } : {}),
    });
    const theirs = new Intl.Collator(locale, { sensitivity: LEVELS[strength], ...options });
    const facts = {
      ...factsOf(locale),
      ...(isShifted ? { isShifted } : {}),
      isNumeric: "numeric" in options,
    };
    const order = ours.compare(a, b);
    expect(Math.sign(theirs.compare(a, b))).not.toBe(order);
    expect(shortcutOf({ a, b, ours, theirs, ...facts })).toBe(shortcut);
    expect(Math.sign(compareKeys(ours.sortKey(a), ours.sortKey(b)))).toBe(order);
  });

  it("no other language, strength or option is explained as a shortcut", () => {
    const next = random(6);
    const facts = factsOf("sv");
    const controls = [
      [createCollation({ locale: "sv" }), new Intl.Collator("de")],
      [createCollation({ locale: "sv", strength: "secondary" }), new Intl.Collator("sv")],
      [createCollation({ locale: "sv" }), new Intl.Collator("sv", { caseFirst: "upper" })],
      [createCollation({ locale: "sv", numeric: true }), new Intl.Collator("sv")],
    ] as const;
    let differences = 0;
    let mistaken = 0;
    for (let i = 0; i < 8000; i++) {
      const [a, b] = pairOfTexts(next);
      for (const [ours, theirs] of controls) {
        const pair = i % 2 === 0 ? { a, b } : { a: `${i % 13}${a}`, b: `${i % 7}${b}` };
        if (ours.compare(pair.a, pair.b) === Math.sign(theirs.compare(pair.a, pair.b))) continue;
        differences++;
        if (shortcutOf({ ...pair, ours, theirs, ...facts, isNumeric: true }) !== undefined) mistaken++;
      }
    }
    expect(differences).toBeGreaterThan(1000);
    expect(mistaken).toBeLessThan(differences / 200);
  });

  it("detects a different locale, strength or numeric option", () => {
    const next = random(5);
    const count = { locale: 0, strength: 0, numeric: 0 };
    const swedish = createCollation({ locale: "sv" });
    const german = new Intl.Collator("de");
    const secondary = createCollation({ locale: "sv", strength: "secondary" });
    const numeric = createCollation({ locale: "sv", numeric: true });
    const theirs = new Intl.Collator("sv");
    for (let i = 0; i < 4000; i++) {
      const [a, b] = pairOfTexts(next);
      const [x, y] = [`${i % 7}${a}`, `1${i % 13}${b}`];
      if (swedish.compare(a, b) !== Math.sign(german.compare(a, b))) count.locale++;
      if (secondary.compare(a, b) !== Math.sign(theirs.compare(a, b))) count.strength++;
      if (numeric.compare(x, y) !== Math.sign(theirs.compare(x, y))) count.numeric++;
    }
    expect(count.locale).toBeGreaterThan(4);
    expect(count.strength).toBeGreaterThan(10);
    expect(count.numeric).toBeGreaterThan(10);
  });
});
