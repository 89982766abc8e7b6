import { LruMap } from "../values/lru-map.ts";
import { collationLocale } from "./locale/resolve-locale.ts";
import { compareCodePoints } from "./order/code-points.ts";
import type { Compare } from "./order/intl-levels.ts";
import type { Comparison, Strength } from "./order/strength.ts";
import { makeStrengthOrder } from "./order/strength-order.ts";
import { makeCollatedSearch, type SearchTests, type StringTest } from "./search/collated-search.ts";
import { prepareWeightSearch } from "./search/weight-search.ts";

/** Prepares a test of many strings with one value. */
export interface PreparedStringTests {
  equals(value: string): StringTest;
  contains(searchString: string): StringTest;
  startsWith(searchString: string): StringTest;
  endsWith(searchString: string): StringTest;
}

/** Order, equality and search of strings, consistent with each other. */
export interface StringCollator {
  readonly comparison: Comparison;
  /** Locale whose rules apply. `en-US` is root order. */
  readonly locale: string;
  /** A total order at `identical` and `codePoint`, a total preorder below. */
  readonly compare: Compare;
  /** Same code points at `identical` and `codePoint`; an order of 0 below. */
  readonly equals: (a: string, b: string) => boolean;
  /** Every string contains an ignorable search string. */
  readonly contains: (text: string, searchString: string) => boolean;
  readonly startsWith: (text: string, searchString: string) => boolean;
  readonly endsWith: (text: string, searchString: string) => boolean;
  /** Faster tests of many strings. */
  readonly prepare: PreparedStringTests;
}

/**
 * Returns a cached collator. Locales without collation rules mean root order.
 * At `identical` and `codePoint`, search compares UTF-16 units: a lone surrogate at an end of the search string is
 * also found inside a pair.
 * @throws RangeError if the locale is not a language tag
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
    contains: (text, searchString) => text.includes(searchString),
    startsWith: (text, searchString) => text.startsWith(searchString),
    endsWith: (text, searchString) => text.endsWith(searchString),
    prepare: {
      equals: (value) => (text) => text === value,
      contains: (searchString) => (text) => text.includes(searchString),
      startsWith: (searchString) => (text) => text.startsWith(searchString),
      endsWith: (searchString) => (text) => text.endsWith(searchString),
    },
  };
}

function collatedCollator(comparison: Strength, locale: string): StringCollator {
  const order = makeStrengthOrder(locale, comparison);
  const { compare } = order;
  const prepare = makeCollatedSearch(order);
  const recent = new LruMap<string, SearchTests>(16);
  const testsFor = (searchString: string) => recent.getOrCreate(searchString, () => prepare(searchString));
  return {
    comparison,
    locale,
    compare,
    equals: (a, b) => a === b || compare(a, b) === 0,
    contains: (text, searchString) => testsFor(searchString).contains(text),
    startsWith: (text, searchString) => testsFor(searchString).startsWith(text),
    endsWith: (text, searchString) => testsFor(searchString).endsWith(text),
    prepare: {
      equals(value) {
        const tables = order.weights();
        const byWeights = tables && prepareWeightSearch(tables, order.level, value);
        if (byWeights === undefined) return (text) => text === value || compare(text, value) === 0;
        return (text) => byWeights.equals(text) ?? compare(text, value) === 0;
      },
      contains: (searchString) => testsFor(searchString).contains,
      startsWith: (searchString) => testsFor(searchString).startsWith,
      endsWith: (searchString) => testsFor(searchString).endsWith,
    },
  };
}
