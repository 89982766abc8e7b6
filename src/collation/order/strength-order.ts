/**
 * One collation: the order of a locale at one of the five strengths, put together from what `Intl` has and what it
 * lacks.
 *
 * | strength | order |
 * |---|---|
 * | primary, secondary, tertiary | `Intl`, sensitivity base, accent, variant |
 * | quaternary | tertiary, then kana in Japanese, then punctuation in Thai |
 * | identical | quaternary, then NFD code points, then code points |
 *
 * One thing is ICU's: when it compares it skips what two texts begin with alike. In Thai it then forgets punctuation
 * before an ignorable (a soft hyphen, say) and a mark, so the order of such texts is not quite one.
 *
 * At identical two texts are equal only if they are the same code points; below it, if their order is 0.
 */
import { compareCodePoints } from "./code-points.ts";
import { intlOrder, type Compare, type IntlLevel } from "./intl-levels.ts";
import { toStreamSafe } from "./stream-safe.ts";
import { compareByWeights, hasRootWeights, weightTables, type WeightTables } from "./weight-tables.ts";
import { quaternaryOrder } from "./quaternary.ts";
import type { Strength } from "./strength.ts";

export interface StrengthOrder {
  /** What `collationLocale` gave. */
  readonly locale: string;
  readonly strength: Strength;
  /** The level of `Intl` that decides first. */
  readonly level: IntlLevel;
  /** A total preorder; at identical a total order. */
  readonly compare: Compare;
  /** The same order without the short cut through plain letters. Long runs of marks must be bounded before. */
  readonly compareStreamSafe: Compare;
  /** The tables that decide as long as texts are plain. They are made when they are first asked for. */
  readonly weights: () => WeightTables | undefined;
}

/** The level of `Intl` that decides first at a strength. */
export function intlLevel(strength: Strength): IntlLevel {
  return strength === "quaternary" || strength === "identical" ? "tertiary" : strength;
}

/** Puts a collation together. The locale is one that `collationLocale` gave. */
export function makeStrengthOrder(locale: string, strength: Strength): StrengthOrder {
  const level = intlLevel(strength);
  const order = intlOrder(locale, level);
  const step = level === strength ? undefined : quaternaryOrder(locale);
  const compareBounded: Compare = step === undefined ? order : (a, b) => order(a, b) || step(a, b);
  const isRoot = hasRootWeights(locale);
  let letters: WeightTables | undefined;
  const plain = () => (letters ??= weightTables(locale));
  const compareBelow: Compare = (a, b) => {
    if (a === b) return 0;
    const tables = isRoot ? plain() : undefined;
    const decided = tables && compareByWeights(tables, level, a, b);
    if (decided !== undefined) return decided;
    return compareBounded(toStreamSafe(a), toStreamSafe(b));
  };
  const compare = strength === "identical" ? identicalOrder(compareBelow) : compareBelow;
  return { locale, strength, level, compare, compareStreamSafe: compareBounded, weights: plain };
}

function identicalOrder(quaternary: Compare): Compare {
  return (a, b) => {
    if (a === b) return 0;
    return quaternary(a, b) || compareCodePoints(decompose(a), decompose(b)) || compareCodePoints(a, b);
  };
}

function decompose(text: string): string {
  return toStreamSafe(text).normalize("NFD");
}
