/**
 * Orders strings by a strength of a locale's collation:
 * | strength | order |
 * |---|---|
 * | primary, secondary, tertiary | `Intl`, sensitivity base, accent, variant |
 * | quaternary | tertiary, then kana in Japanese, punctuation in Thai |
 * | identical | quaternary, then NFD code points, then code points |
 */
import { requireText } from "../../diagnostics/require-argument.ts";
import { compareCodePoints } from "./code-points.ts";
import { intlOrder, type Compare, type IntlLevel } from "./intl-levels.ts";
import { quaternaryOrder } from "./quaternary.ts";
import { toStreamSafe } from "./stream-safe.ts";
import type { Strength } from "./strength.ts";
import { compareByWeights, hasRootWeights, weightTables, type WeightTables } from "./weight-tables.ts";

export interface StrengthOrder {
  /** Canonical tag, as `collationLocale` returns it. */
  readonly locale: string;
  readonly strength: Strength;
  /** Level of `Intl` that is compared first. */
  readonly level: IntlLevel;
  /** Returns 0 for different strings only below `identical`. */
  readonly compare: Compare;
  /** Like `compare` up to the fourth level. Requires strings in Stream-Safe Text Format (`toStreamSafe`). */
  readonly compareStreamSafe: Compare;
  readonly weights: () => WeightTables | undefined;
}

export function intlLevel(strength: Strength): IntlLevel {
  return strength === "quaternary" || strength === "identical" ? "tertiary" : strength;
}

/** @param locale canonical tag, as `collationLocale` returns it */
export function makeStrengthOrder(locale: string, strength: Strength): StrengthOrder {
  const level = intlLevel(strength);
  const order = intlOrder(locale, level);
  const tieBreak = level === strength ? undefined : quaternaryOrder(locale);
  const compareStreamSafe: Compare = tieBreak === undefined ? order : (a, b) => order(a, b) || tieBreak(a, b);
  const isRoot = hasRootWeights(locale);
  let tables: WeightTables | undefined;
  const weights = () => (tables ??= weightTables(locale));
  const compareBelow: Compare = (a, b) => {
    if (a === b) return 0;
    requireText(a, "a");
    requireText(b, "b");
    const rootTables = isRoot ? weights() : undefined;
    const decided = rootTables && compareByWeights(rootTables, level, a, b);
    if (decided !== undefined) return decided;
    return compareStreamSafe(toStreamSafe(a), toStreamSafe(b));
  };
  const compare = strength === "identical" ? identicalOrder(compareBelow) : compareBelow;
  return { locale, strength, level, compare, compareStreamSafe, weights };
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
