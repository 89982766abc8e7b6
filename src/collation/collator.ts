/**
 * The collator: what the rest of the toolkit asks for when it compares or searches texts. One object a comparison and
 * locale, kept in a bounded cache.
 */
import { compareCodePoints } from "./order/code-points.ts";
import { makeStrengthOrder } from "./order/strength-order.ts";
import type { Compare } from "./order/intl-levels.ts";
import { collationLocale } from "./locale/resolve-locale.ts";
import { LruMap } from "../values/lru-map.ts";
import { prepareWeightSearch } from "./search/weight-search.ts";
import { makeCollatedSearch, type SearchTests, type StringTest } from "./search/collated-search.ts";
import type { Comparison, Strength } from "./order/strength.ts";

/** Prepares a test for one value and many texts. */
export interface PreparedStringTests {
  equals(value: string): StringTest;
  contains(needle: string): StringTest;
  startsWith(needle: string): StringTest;
  endsWith(needle: string): StringTest;
}

/** Order, equality and search of texts, one and the same meaning in all of them. */
export interface StringCollator {
  readonly comparison: Comparison;
  /** The locale whose rules apply; `en-US` is root order. */
  readonly locale: string;
  /** Negative, 0 or positive. Total orders at `identical` and `codePoint`, total preorders below. */
  readonly compare: Compare;
  /** The same code points, at `identical` and `codePoint`; below, an order of 0. */
  readonly equals: (a: string, b: string) => boolean;
  /** Whether a stretch of the text equals the needle. A needle that equals `''` is in every text. */
  readonly contains: (text: string, needle: string) => boolean;
  readonly startsWith: (text: string, needle: string) => boolean;
  readonly endsWith: (text: string, needle: string) => boolean;
  /** The same tests, faster, where one needle meets many texts. */
  readonly prepare: PreparedStringTests;
}

/**
 * The collator of a comparison and a locale. Without a locale, and for a locale without rules, root order.
 *
 * Search at `identical` and `codePoint` is for the very code points of the needle. It works on UTF-16 units, which is
 * the same but for a needle that begins or ends with a lone surrogate: that one is found inside a pair as well.
 *
 * @throws RangeError if the locale is no language tag.
 * @example getCollator("primary").equals("Straße", "STRASSE") // true
 * @example getCollator("primary", "cs").startsWith("chata", "c") // false
 */
export function getCollator(comparison: Comparison, locale?: string): StringCollator {
  const key = `${comparison} ${locale ?? ""}`;
  return collators.getOrCreate(key, () => {
    const resolved = collationLocale(locale);
    return comparison === "codePoint"
      ? exactCollator(comparison, resolved, compareCodePoints)
      : comparison === "identical"
        ? exactCollator(comparison, resolved, makeStrengthOrder(resolved, comparison).compare)
        : collatedCollator(comparison, resolved);
  });
}

const collators = new LruMap<string, StringCollator>(64);

function exactCollator(comparison: Comparison, locale: string, compare: Compare): StringCollator {
  return {
    comparison,
    locale,
    compare,
    equals: (a, b) => a === b,
    contains: (text, needle) => text.includes(needle),
    startsWith: (text, needle) => text.startsWith(needle),
    endsWith: (text, needle) => text.endsWith(needle),
    prepare: {
      equals: (value) => (text) => text === value,
      contains: (needle) => (text) => text.includes(needle),
      startsWith: (needle) => (text) => text.startsWith(needle),
      endsWith: (needle) => (text) => text.endsWith(needle),
    },
  };
}

function collatedCollator(comparison: Strength, locale: string): StringCollator {
  const collation = makeStrengthOrder(locale, comparison);
  const { compare } = collation;
  const prepare = makeCollatedSearch(collation);
  const recent = new LruMap<string, SearchTests>(16);
  const find = (needle: string) => recent.getOrCreate(needle, () => prepare(needle));
  return {
    comparison,
    locale,
    compare,
    equals: (a, b) => a === b || compare(a, b) === 0,
    contains: (text, needle) => find(needle).contains(text),
    startsWith: (text, needle) => find(needle).startsWith(text),
    endsWith: (text, needle) => find(needle).endsWith(text),
    prepare: {
      equals(value) {
        const letters = collation.weights();
        const plain = letters && prepareWeightSearch(letters, collation.level, value);
        if (plain === undefined) return (text) => text === value || compare(text, value) === 0;
        return (text) => plain.equals(text) ?? compare(text, value) === 0;
      },
      contains: (needle) => find(needle).contains,
      startsWith: (needle) => find(needle).startsWith,
      endsWith: (needle) => find(needle).endsWith,
    },
  };
}
