import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getCollator } from "../../../src/collation/collator.ts";
import {
  FOLD_EXACT,
  FOLD_UPPER_BOUND,
  FOLD_MISSING,
  caseFolding,
  type FoldResult,
} from "../../../src/collation/search/case-folding.ts";
import { STRENGTHS } from "../../../src/collation/order/strength.ts";
import { WORDS } from "../../properties/hostile-values.ts";
import { naiveSearch } from "./naive-search.ts";
import { countOf } from "../../effort.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = countOf("collation/search/case-folding: runs");

const LOCALES = [
  ...["en", "de", "de-u-co-phonebk", "fr-CA", "da", "sv", "fi", "tr", "lt", "cs", "es-u-co-trad", "hr"],
  ...["th", "ja", "ar", "ru", "el", "pl", "vi", "cy", "hu", "zh", "sk", "nb", "et", "lv", "ro"],
];

/** Letters with special cases: expansions, contractions, ignorable characters and marks. */
const plain = fc.constantFrom(..."aAbBcChHdDzZsSlLyYeEéÉèoOöÖøØåÅæÆœŒßẞiIıİñÑþÞđĐłŁ 'ςσΣжЖйЙ0129-.,_");
const odd = fc.constantFrom(..."\r\n\t\0\u00ad·…½ﬁ\u0301あー😀", "e\u0301", "ch", "aa");
const unit = fc.oneof({ weight: 30, arbitrary: plain }, { weight: 1, arbitrary: odd });
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((parts) => parts.join(""));
const texts = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit, maxLength: 9 }) },
  { weight: 1, arbitrary: words },
);

/** Returns a search string that is often a part of the string, in another case. */
const cases = texts.chain((text) =>
  fc.record({
    text: fc.constant(text),
    searchString: fc.oneof(
      texts,
      fc.tuple(fc.nat(text.length), fc.nat(4), fc.boolean()).map(([at, length, isUpper]) => {
        const part = text.slice(at, at + length + 1);
        return isUpper ? part.toUpperCase() : part.toLowerCase();
      }),
    ),
    locale: fc.constantFrom(...LOCALES),
    strength: fc.constantFrom(...STRENGTHS.slice(0, 4)),
  }),
);

function fold(write: (text: string, to: Uint8Array, at: number) => FoldResult, text: string) {
  const bytes = new Uint8Array(text.length * 3 + 1);
  const { end, precision } = write(text, bytes, 1);
  return { form: new TextDecoder().decode(bytes.subarray(1, end)), precision };
}

describe("folded copies", () => {
  it(`give the same search results as collated search (seed ${seed})`, () => {
    let decided = 0;
    fc.assert(
      fc.property(cases, ({ text, searchString, locale, strength }) => {
        const folding = caseFolding(strength, locale);
        const sought = folding?.foldSearchString(searchString);
        if (folding === undefined || sought === undefined) return;
        const { form, precision } = fold(folding.write, text);
        if (precision === FOLD_MISSING) return;
        decided++;
        const collator = getCollator(strength, locale);
        const expected = {
          ...naiveSearch(collator, text, searchString),
          equals: collator.equals(text, searchString),
        };
        const found = {
          contains: form.includes(sought),
          startsWith: form.startsWith(sought),
          endsWith: form.endsWith(sought),
          equals: form === sought,
        };
        if (precision === FOLD_EXACT) expect(found).toEqual(expected);
        for (const [asked, holds] of Object.entries(expected)) {
          if (holds)
            expect({ asked, found: found[asked as keyof typeof found] }).toEqual({ asked, found: true });
        }
      }),
      { seed, numRuns: numRuns },
    );
    expect(decided).toBeGreaterThan(numRuns / 3);
  });

  it("consist of letters that are equal to those of the string", () => {
    const folding = caseFolding("primary", "de")!;
    expect(fold(folding.write, "Crème Brûlée")).toEqual({ form: "CREME BRULEE", precision: FOLD_EXACT });
    expect(fold(folding.write, "Straße")).toEqual({ form: "STRASSE", precision: FOLD_UPPER_BOUND });
    expect(fold(folding.write, "e\u0301")).toEqual({ form: "", precision: FOLD_MISSING });
    expect(folding.foldSearchString("straße")).toBe("STRASSE");
    expect(fold(caseFolding("secondary", "de")!.write, "Crème")).toEqual({
      form: "CRÈME",
      precision: FOLD_EXACT,
    });
  });

  it("are missing for strings with contractions", () => {
    expect(fold(caseFolding("primary", "cs")!.write, "chata").precision).toBe(FOLD_MISSING);
    expect(fold(caseFolding("primary", "en")!.write, "chata").precision).toBe(FOLD_EXACT);
    expect(caseFolding("primary", "hu")).toBe(undefined);
  });

  it("are missing for comparisons by code points", () => {
    expect(caseFolding("identical", "de")).toBe(undefined);
    expect(caseFolding("codePoint")).toBe(undefined);
  });

  it("are shared by locales with the same weights", () => {
    expect(caseFolding("primary", "de")).toBe(caseFolding("primary", "fr-FR"));
    expect(caseFolding("primary", "de")).not.toBe(caseFolding("secondary", "de"));
    expect(caseFolding("primary", "sv")).not.toBe(caseFolding("primary", "de"));
  });
});
