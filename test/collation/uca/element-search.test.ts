import { beforeAll, describe, expect, it } from "vitest";
import {
  createCollation,
  loadCollations,
  type KeyedCollation,
  type MatchRange,
} from "../../../src/collation/uca/index.ts";
import { pick, random, spell } from "./random-strings.ts";
import { countOf } from "../../effort.ts";

/** Alphabets with contractions, expansions and marks, for strings with many matches and near matches. */
const ALPHABETS: Readonly<Record<string, readonly string[]>> = {
  und: ["a", "A", "á", "s", "ß", "S", "-", " ", "\u0301", "\u00ad", "ae", "æ", "1", "2", "🇩🇪", "\u0001"],
  cs: ["c", "h", "ch", "H", "C", "\u030c", "a", "í", "\u0323"],
  da: ["a", "A", "å", "aa", "Å", "\u030a", "b"],
  hu: ["d", "z", "s", "dzs", "ddzs", "ddz", "D", "Z", "o", "ő"],
  ja: ["か", "カ", "ー", "ガ", "か\u3099", "ッ", "ｱ", "あ", "々"],
  th: ["เ", "ก", "แ", "ข", "ๆ", " ", "ฯ", "็"],
  ko: ["가", "각", "\u1100", "\u1161", "\u11a8", "ᄀ", "韓"],
  sk: ["c", "h", "ch", "dž", "d", "z", "ž", "\u030c"],
  bo: ["\u0f71", "\u0f72", "\u0fb2", "ཀ", "ཁ", "\u0f80", "ྐ"],
  my: ["က", "\u1039", "\u103a", "ခ", "့"],
};
const TRIES = countOf("collation/uca/element-search: tries");

beforeAll(() => loadCollations(...Object.keys(ALPHABETS)));

/** The definition of search: compares all substrings between two boundaries. */
function byDefinition(
  collation: KeyedCollation,
  tertiary: KeyedCollation,
  text: string,
  searchString: string,
) {
  const boundaries = new Set([0, text.length]);
  for (const { index } of new Intl.Segmenter("en").segment(text)) {
    if (tertiary.compare(`${text.slice(0, index)}\u034f${text.slice(index)}`, text) === 0)
      boundaries.add(index);
  }
  const places = [...boundaries].sort((a, b) => a - b);
  const found: MatchRange[] = [];
  for (const start of places) {
    for (const end of places) {
      if (end >= start && collation.compare(text.slice(start, end), searchString) === 0)
        found.push({ start, end });
    }
  }
  return {
    contains: found.length > 0,
    startsWith: found.some(({ start }) => start === 0),
    endsWith: found.some(({ end }) => end === text.length),
  };
}

describe.each(Object.keys(ALPHABETS))("search in %s", (locale) => {
  it.each(["primary", "secondary", "tertiary", "quaternary"] as const)(
    "finds the same as the definition at %s",
    (strength) => {
      const numeric = locale === "und";
      const collation = createCollation({ locale, strength, numeric });
      const tertiary = createCollation({ locale, numeric });
      const next = random(ALPHABETS[locale]!.length);
      const draw = (most: number): string =>
        Array.from({ length: 1 + Math.floor(next() * most) }, () => pick(next, ALPHABETS[locale]!)).join("");
      let hits = 0;
      for (let i = 0; i < TRIES; i++) {
        const text = draw(7);
        const at = Math.floor(next() * text.length);
        let searchString = next() < 0.3 ? draw(3) : text.slice(at, at + 1 + Math.floor(next() * 4));
        if (next() < 0.3) searchString = searchString.toUpperCase();
        if (next() < 0.2) searchString = searchString.normalize("NFD");
        const name = `${spell(text)} / ${spell(searchString)}`;
        const found = {
          contains: collation.contains(text, searchString),
          startsWith: collation.startsWith(text, searchString),
          endsWith: collation.endsWith(text, searchString),
        };
        expect(found, name).toEqual(byDefinition(collation, tertiary, text, searchString));
        const range = collation.search(text, searchString);
        expect(range !== undefined, name).toBe(found.contains);
        if (range === undefined) continue;
        hits++;
        expect(collation.compare(text.slice(range.start, range.end), searchString), name).toBe(0);
      }
      expect(hits).toBeGreaterThan(TRIES / 10);
    },
  );
});

describe("search", () => {
  it("finds STRASSE in Straße at primary, but no s in ß", () => {
    const german = createCollation({ strength: "primary" });
    expect(german.search("Die Straße", "STRASSE")).toEqual({ start: 4, end: 10 });
    expect(german.contains("ß", "s")).toBe(false);
    expect(german.contains("x", "")).toBe(true);
  });

  it("compares code points at identical", () => {
    const exact = createCollation({ strength: "identical" });
    const found = ["ss", "aß", "e"].map((searchString) => exact.contains("Straße é", searchString));
    expect(found).toEqual([false, true, true]);
  });
});
