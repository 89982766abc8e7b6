import { requireText } from "../../diagnostics/require-argument.ts";
import { STRENGTHS, type Strength } from "../order/strength.ts";
import { DATA_VERSION } from "./data/locales.ts";
import { makeElementSearch, type MatchRange, type PreparedSearch } from "./element-search.ts";
import { Engine } from "./engine.ts";
import { checkOptions, type CollationOptions } from "./options/collation-options.ts";
import { settingsOf } from "./options/resolve-settings.ts";
import { GENERATOR } from "./tables/packed-format.ts";
import { findTailoring, loadedTailoring } from "./tables/tailoring.ts";
import { ownProperties } from "../../values/own-properties.ts";

/** Version of the sort keys: CLDR version and key format. Store it next to stored keys. */
export const COLLATION_VERSION = `cldr${DATA_VERSION}-g${GENERATOR}`;

export interface KeyedCollation {
  /** Supported locale whose rules apply, with `-u-co-` and the collation type if it is not `standard`. */
  readonly locale: string;
  readonly strength: Strength;
  /** Equals `COLLATION_VERSION`. Keys of different versions must not be compared: see `assertSameVersion`. */
  readonly version: string;
  /**
   * Returns -1, 0 or 1. Returns 0 for different strings only below `identical`.
   * @throws RangeError if a string is longer than `maxLength`
   */
  compare(a: string, b: string): number;
  /**
   * Returns a sort key. Keys compared by unsigned bytes have the order of their strings. The key of a lower strength
   * is a prefix; byte 01 follows it.
   * @throws RangeError if the string is longer than `maxLength`
   */
  sortKey(text: string): Uint8Array;
  /**
   * Writes the key that `sortKey` returns into `target`, without an allocation.
   * @returns length of the key in bytes. If it does not fit, nothing is written.
   * @throws RangeError if the string is longer than `maxLength`
   */
  writeSortKey(text: string, target: Uint8Array, offset?: number): number;
  /** Returns whether a substring between boundaries (see element-search.ts) equals the search string. */
  contains(text: string, searchString: string): boolean;
  startsWith(text: string, searchString: string): boolean;
  endsWith(text: string, searchString: string): boolean;
  /** Returns the position of the first match of the search string, or undefined. */
  search(text: string, searchString: string): MatchRange | undefined;
  /** Prepares a search of many strings for one search string. */
  prepare(searchString: string): PreparedSearch;
  /**
   * Returns a string that equal strings share, for maps and sets: the sort key with one character per byte (at
   * `identical`, the string).
   */
  equalityKey(text: string): string;
}

/**
 * Creates a collation. Requires that its data were loaded with `loadCollations`.
 * @throws RangeError for an unknown locale or option
 * @throws Error if the data are not loaded
 * @example await loadCollations("sv"); const swedish = createCollation({ locale: "sv", strength: "primary" });
 * swedish.compare("zebra", "ärlig"); // negative
 */
export function createCollation(options: CollationOptions = {}): KeyedCollation {
  const { engine, locale, limit } = prepareEngine(options);
  const check = (text: string): void => {
    requireText(text, "text");
    if (text.length > limit)
      throw new RangeError(
        `A string must have at most maxLength (${limit}) UTF-16 units, got ${text.length}.`,
      );
  };
  let elementSearch: ((searchString: string) => PreparedSearch) | undefined;
  let recent: { readonly searchString: string; readonly tests: PreparedSearch } | undefined;
  const prepareTests = (searchString: string): PreparedSearch => {
    check(searchString);
    if (recent?.searchString !== searchString) {
      const tests = (elementSearch ??= makeElementSearch(engine))(searchString);
      recent = { searchString, tests };
    }
    return recent.tests;
  };
  const test = (kind: "contains" | "startsWith" | "endsWith") => (text: string, searchString: string) => {
    check(text);
    return prepareTests(searchString)[kind](text);
  };
  return {
    contains: test("contains"),
    startsWith: test("startsWith"),
    endsWith: test("endsWith"),
    search(text, searchString) {
      check(text);
      return prepareTests(searchString).search(text);
    },
    prepare: prepareTests,
    locale,
    strength: STRENGTHS[engine.settings.level - 1]!,
    version: COLLATION_VERSION,
    compare(a, b) {
      check(a);
      check(b);
      const order = Math.sign(engine.difference(a, b));
      engine.releaseAfter(Math.max(a.length, b.length));
      return order;
    },
    sortKey(text) {
      check(text);
      const key = engine.key(text).copy();
      engine.releaseAfter(text.length);
      return key;
    },
    writeSortKey(text, target, offset = 0) {
      check(text);
      if (!Number.isSafeInteger(offset) || offset < 0)
        throw new TypeError(`offset must be an integer >= 0, got ${String(offset)}`);
      const key = engine.key(text);
      if (offset + key.size <= target.length) key.copyTo(target, offset);
      engine.releaseAfter(text.length);
      return key.size;
    },
    equalityKey(text) {
      check(text);
      if (engine.settings.level === 5) return text;
      const { bytes, size } = engine.key(text);
      let characters = "";
      for (let i = 0; i < size; i += 4096)
        characters += String.fromCharCode(...bytes.subarray(i, Math.min(size, i + 4096)));
      engine.releaseAfter(text.length);
      return characters;
    },
  };
}

/** Checks the options and creates the engine. `limit` is the maximum length of a string, in UTF-16 units. */
export function prepareEngine(input: CollationOptions): { engine: Engine; locale: string; limit: number } {
  const options = ownProperties(input);
  checkOptions(options);
  const tailoring = findTailoring(options.locale ?? "und");
  const { root, table } = loadedTailoring(tailoring);
  return {
    engine: new Engine(root, table, settingsOf(options, tailoring, root, table)),
    locale: tailoring.type === "standard" ? tailoring.locale : `${tailoring.locale}-u-co-${tailoring.type}`,
    limit: options.maxLength ?? Infinity,
  };
}
