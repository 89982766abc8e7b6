/**
 * The collator: what the rest of the toolkit asks for when it compares or searches texts. One object a comparison and
 * locale, kept in a bounded cache.
 */
import { compareCodePoints } from "./order/code-points.ts";
import { makeCollation } from "./order/strength-order.ts";
import type { Compare } from "./order/intl-levels.ts";
import { collationLocale } from "./locale/resolve-locale.ts";
import { LruMap } from "../values/lru-map.ts";
import { preparePlain } from "./search/weight-search.ts";
import { makeSearch, type CollatedNeedle, type TextTest } from "./search/collated-search.ts";
import type { Comparison, Strength } from "./order/strength.ts";

/** Prepares a test for one value and many texts. */
export interface PreparedTests {
  equals(value: string): TextTest;
  contains(needle: string): TextTest;
  startsWith(needle: string): TextTest;
  endsWith(needle: string): TextTest;
}

/** Order, equality and search of texts, one and the same meaning in all of them. */
export interface TextCollator {
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
  readonly prepare: PreparedTests;
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
export function getCollator(comparison: Comparison, locale?: string): TextCollator {
  const key = `${comparison} ${locale ?? ""}`;
  return collators.getOrMake(key, () => {
    const resolved = collationLocale(locale);
    return comparison === "codePoint"
      ? exactCollator(comparison, resolved, compareCodePoints)
      : comparison === "identical"
        ? exactCollator(comparison, resolved, makeCollation(resolved, comparison).compare)
        : collatedCollator(comparison, resolved);
  });
}

const collators = new LruMap<string, TextCollator>(64);

function exactCollator(comparison: Comparison, locale: string, compare: Compare): TextCollator {
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

function collatedCollator(comparison: Strength, locale: string): TextCollator {
  const collation = makeCollation(locale, comparison);
  const { compare } = collation;
  const prepare = makeSearch(collation);
  const recent = new LruMap<string, CollatedNeedle>(16);
  const find = (needle: string) => recent.getOrMake(needle, () => prepare(needle));
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
        const letters = collation.plain();
        const plain = letters && preparePlain(letters, collation.level, value);
        if (plain === undefined) return (text) => text === value || compare(text, value) === 0;
        return (text) => plain.equals(text) ?? compare(text, value) === 0;
      },
      contains: (needle) => find(needle).contains,
      startsWith: (needle) => find(needle).startsWith,
      endsWith: (needle) => find(needle).endsWith,
    },
  };
}
