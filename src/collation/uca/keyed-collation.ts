/**
 * One collation with sort keys. It depends on nothing that differs between JavaScript engines: all weights,
 * decompositions and combining classes are in its data.
 */
import type { Strength } from "../order/strength.ts";
import { DATA_VERSION } from "./data/locales.ts";
import { Engine } from "./engine.ts";
import { GENERATOR } from "./tables/packed-format.ts";
import { makeElementSearch, type PreparedSearch, type MatchRange } from "./element-search.ts";
import { checkOptions, type CollationOptions } from "./options/collation-options.ts";
import { settingsOf } from "./options/resolve-settings.ts";
import { STRENGTHS } from "../order/strength.ts";
import { findTailoring, loadedTailoring } from "./tables/tailoring.ts";

/** The version of all keys that this makes: CLDR's, and the generator's. Store it beside keys. */
export const COLLATION_VERSION = `cldr${DATA_VERSION}-g${GENERATOR}`;

export interface KeyedCollation {
  /** The tag of the list whose rules apply, with the collation type where it is not the default. */
  readonly locale: string;
  readonly strength: Strength;
  /** The version of data and generator. Keys of different versions never meet: see `assertSameVersion`. */
  readonly version: string;
  /**
   * Negative, 0 or positive. At `identical` a total order in which only the same code points tie; below it a total
   * preorder.
   *
   * @throws RangeError if a text is longer than `maxLength`.
   */
  compare(a: string, b: string): number;
  /**
   * Bytes that order, one by one without sign, as the texts do. The key at a lower strength is the beginning of that at a
   * higher one, up to a byte 01.
   *
   * @throws RangeError if the text is longer than `maxLength`.
   */
  sortKey(text: string): Uint8Array;
  /**
   * The same bytes, written at a place of an array that the caller keeps: quicker than an array for each key. Returns the
   * number of bytes of the key. If it has no room there, nothing is written.
   *
   * @throws RangeError if the text is longer than `maxLength`.
   * @example const end = place + collation.writeSortKey("Malmö", bytes, place);
   */
  writeSortKey(text: string, target: Uint8Array, place?: number): number;
  /** Whether some stretch of the text equals the needle; see search.ts. A needle without weights is in every text. */
  contains(text: string, needle: string): boolean;
  startsWith(text: string, needle: string): boolean;
  endsWith(text: string, needle: string): boolean;
  /** The first stretch that equals the needle, in UTF-16 units. */
  search(text: string, needle: string): MatchRange | undefined;
  /** The same tests for one needle and many texts. */
  prepare(needle: string): PreparedSearch;
  /** A text that two texts share exactly if they tie: for maps, sets and hashing. It is the key's bytes as characters. */
  equalityKey(text: string): string;
}

/**
 * Makes a collation. Its data must have been loaded: `await loadCollations(locale)`.
 *
 * @throws RangeError for a locale or option that there is none of, with the list of what there is.
 * @throws Error if the data are not loaded.
 * @example
 * await loadCollations("sv");
 * const swedish = createCollation({ locale: "sv", strength: "primary" });
 * swedish.compare("zebra", "ärlig"); // negative
 */
export function createCollation(options: CollationOptions = {}): KeyedCollation {
  const { engine, locale, limit } = prepare(options);
  const check = (text: string): void => {
    if (text.length > limit)
      throw new RangeError(
        `The text has ${text.length} units, and ${limit} are the most that a collation takes.`,
      );
  };
  let prepareNeedle: ((needle: string) => PreparedSearch) | undefined;
  let recent: { readonly needle: string; readonly tests: PreparedSearch } | undefined;
  const prepareTests = (needle: string): PreparedSearch => {
    check(needle);
    if (recent?.needle !== needle) {
      const tests = (prepareNeedle ??= makeElementSearch(engine))(needle);
      recent = { needle, tests };
    }
    return recent.tests;
  };
  const test = (kind: "contains" | "startsWith" | "endsWith") => (text: string, needle: string) => {
    check(text);
    return prepareTests(needle)[kind](text);
  };
  return {
    contains: test("contains"),
    startsWith: test("startsWith"),
    endsWith: test("endsWith"),
    search(text, needle) {
      check(text);
      return prepareTests(needle).search(text);
    },
    prepare: prepareTests,
    locale,
    strength: STRENGTHS[engine.settings.level - 1]!,
    version: COLLATION_VERSION,
    compare(a, b) {
      check(a);
      check(b);
      return Math.sign(engine.difference(a, b));
    },
    sortKey(text) {
      check(text);
      return engine.key(text).copy();
    },
    writeSortKey(text, target, place = 0) {
      check(text);
      if (!Number.isSafeInteger(place) || place < 0)
        throw new TypeError("A place is a whole number from 0 up.");
      const key = engine.key(text);
      if (place + key.size <= target.length) key.copyTo(target, place);
      return key.size;
    },
    equalityKey(text) {
      check(text);
      if (engine.settings.level === 5) return text;
      const { bytes, size } = engine.key(text);
      let characters = "";
      for (let i = 0; i < size; i += 4096)
        characters += String.fromCharCode(...bytes.subarray(i, Math.min(size, i + 4096)));
      return characters;
    },
  };
}

const MAX_LENGTH = 1_048_576;

/** The engine behind a collation. */
export function prepare(options: CollationOptions): { engine: Engine; locale: string; limit: number } {
  checkOptions(options);
  const tailoring = findTailoring(options.locale ?? "und");
  const { root, table } = loadedTailoring(tailoring);
  return {
    engine: new Engine(root, table, settingsOf(options, tailoring, root, table)),
    locale: tailoring.type === "standard" ? tailoring.locale : `${tailoring.locale}-u-co-${tailoring.type}`,
    limit: options.maxLength ?? MAX_LENGTH,
  };
}
