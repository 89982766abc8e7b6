import { requireText } from "../diagnostics/require-argument.ts";
import { LruMap } from "../values/lru-map.ts";
import { collationLocale } from "./locale/resolve-locale.ts";
import { compareCodePoints } from "./order/code-points.ts";
import type { Compare } from "./order/intl-levels.ts";
import type { Comparison, Strength } from "./order/strength.ts";
import { makeStrengthOrder } from "./order/strength-order.ts";
import { codePointSearch } from "./search/code-point-search.ts";
import { makeCollatedSearch, type SearchTests, type StringTest } from "./search/collated-search.ts";
import { prepareWeightSearch } from "./search/weight-search.ts";

/**
 * Each method prepares a test of strings against one fixed value. For many strings, it is faster than the same method
 * of the collator.
 */
export interface PreparedStringTests {
  equals(value: string): StringTest;
  contains(searchString: string): StringTest;
  startsWith(searchString: string): StringTest;
  endsWith(searchString: string): StringTest;
}

/** Compares and searches strings by one strength and locale. All methods use the same definition of equality. */
export interface StringCollator {
  readonly comparison: Comparison;
  /** Canonical tag of the locale whose rules apply. `en-US` means CLDR's root order. */
  readonly locale: string;
  /** Returns 0 for different strings only below `identical`, for example for `a` and `A` at primary. */
  readonly compare: Compare;
  /**
   * At `identical` and `codePoint`, strings are equal if they have the same code points; else if `compare` returns 0.
   */
  readonly equals: (a: string, b: string) => boolean;
  /** Returns true for every string if the search string is empty or has only ignorable characters. */
  readonly contains: (text: string, searchString: string) => boolean;
  readonly startsWith: (text: string, searchString: string) => boolean;
  readonly endsWith: (text: string, searchString: string) => boolean;
  readonly prepare: PreparedStringTests;
}

/**
 * Returns a cached collator. A locale without collation rules gets root order.
 * At `identical` and `codePoint`, search compares code points: a lone surrogate is not found inside a pair.
 * @throws RangeError if the locale is not a language tag
 * @example getCollator("primary").equals("Straße", "STRASSE") // true
 * @example getCollator("primary", "cs").startsWith("chata", "c") // false
 */
export function getCollator(comparison: Comparison, locale?: string): StringCollator {
  if (locale !== undefined) requireText(locale, "locale");
  const resolved = collationLocale(locale);
  return collators.getOrCreate(`${comparison} ${resolved}`, () =>
    comparison === "codePoint"
      ? exactCollator(comparison, resolved, () => compareCodePoints)
      : comparison === "identical"
        ? exactCollator(comparison, resolved, () => makeStrengthOrder(resolved, comparison).compare)
        : collatedCollator(comparison, resolved),
  );
}

const collators = /* @__PURE__ */ new LruMap<string, StringCollator>(64);

/** @param makeCompare called on first use: equality needs no order, and creating an `Intl.Collator` takes milliseconds */
function exactCollator(comparison: Comparison, locale: string, makeCompare: () => Compare): StringCollator {
  let compare: Compare | undefined;
  return {
    comparison,
    locale,
    get compare() {
      return (compare ??= makeCompare());
    },
    equals: (a, b) => a === b,
    contains: (text, searchString) => codePointSearch(searchString).contains(text),
    startsWith: (text, searchString) => codePointSearch(searchString).startsWith(text),
    endsWith: (text, searchString) => codePointSearch(searchString).endsWith(text),
    prepare: {
      equals: (value) => (text) => text === value,
      contains: (searchString) => codePointSearch(searchString).contains,
      startsWith: (searchString) => codePointSearch(searchString).startsWith,
      endsWith: (searchString) => codePointSearch(searchString).endsWith,
    },
  };
}

function collatedCollator(comparison: Strength, locale: string): StringCollator {
  const order = makeStrengthOrder(locale, comparison);
  const { compare } = order;
  const prepare = makeCollatedSearch(order);
  const recent = new LruMap<string, SearchTests>(16);
  const testsFor = (searchString: string) => {
    requireText(searchString, "searchString");
    return recent.getOrCreate(searchString, () => prepare(searchString));
  };
  const search = (kind: "contains" | "startsWith" | "endsWith") => (text: string, searchString: string) => {
    requireText(text, "text");
    return testsFor(searchString)[kind](text);
  };
  return {
    comparison,
    locale,
    compare,
    equals: (a, b) => a === b || compare(a, b) === 0,
    contains: search("contains"),
    startsWith: search("startsWith"),
    endsWith: search("endsWith"),
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
