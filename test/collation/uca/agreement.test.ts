import { beforeAll, expect, it } from "vitest";
import { getCollator } from "../../../src/collation/collator.ts";
import { STRENGTHS } from "../../../src/collation/order/strength.ts";
import { createCollation, loadCollations } from "../../../src/collation/uca/index.ts";
import { factsOf, rootOf, shortcutOf, takeApart } from "./icu-shortcuts.ts";
import { pairOfTexts, pick, random, spell, WORDS } from "./random-strings.ts";
import { countOf } from "../../effort.ts";

/**
 * The evaluator compares and searches with `Intl` and own code (quaternary.ts, collated-search.ts). Stored sort keys
 * come from the packaged data. A query returns the same rows with both only if the two agree at all strengths.
 */
const LOCALES = "en-US und-u-co-emoji und-u-co-eor ja th cs sv da de zh fr-CA".split(" ");
/** Pairs per locale and strength. */
const PAIRS = Math.ceil(countOf("collation/uca/agreement: pairs") / LOCALES.length / STRENGTHS.length);

beforeAll(() => loadCollations("und", ...LOCALES.slice(1)));

it
  .runIf(process.versions["icu"]?.startsWith("78.") === true)
  .each(LOCALES.flatMap((locale) => STRENGTHS.map((strength) => [locale, strength] as const)))(
  "%s at %s: the Intl collator and the keyed collation order and find the same",
  (locale, strength) => {
    const next = random(LOCALES.indexOf(locale) + 40);
    const onIntl = getCollator(strength, locale);
    const keyed = createCollation({ locale: rootOf(locale), strength });
    // The collator does not skip punctuation: after-punctuation.ts.
    const facts = { ...factsOf(locale), isShifted: false };
    const wrong: string[] = [];
    let shortcuts = 0;
    for (let i = 0; i < PAIRS; i++) {
      const [a, b] = pairOfTexts(next);
      // U+FFFE is a separator on ICU's fourth level and an ordinary character in quaternary.ts. It is a noncharacter.
      if ((a + b).includes("\ufffe")) continue;
      if (Math.sign(onIntl.compare(a, b)) !== keyed.compare(a, b)) {
        if (shortcutOf({ a, b, ours: keyed, theirs: onIntl, ...facts }) === undefined)
          wrong.push(`compare ${spell(a)} / ${spell(b)}`);
        else shortcuts++;
      }
      const text = i % 2 === 0 ? a : pick(next, WORDS);
      const at = Math.floor(next() * text.length);
      const searchString = next() < 0.5 ? text.slice(at, at + 3).toUpperCase() : b;
      for (const test of ["contains", "startsWith", "endsWith"] as const) {
        const found = keyed[test](text, searchString);
        if (onIntl[test](text, searchString) === found) continue;
        if (onIntl[test](takeApart(text), takeApart(searchString)) === found) shortcuts++;
        else wrong.push(`${test} ${spell(text)} / ${spell(searchString)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(shortcuts).toBeLessThan(PAIRS / 5_000 + 3);
  },
);
