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
import { levelOrder, type Compare, type Level } from "./intl-levels.ts";
import { boundMarkRuns } from "./stream-safe.ts";
import { comparePlain, hasRootLetters, plainLetters, type PlainLetters } from "./weight-tables.ts";
import { quaternaryStep } from "./quaternary.ts";
import type { Strength } from "./strength.ts";

export interface Collation {
  /** What `collationLocale` gave. */
  readonly locale: string;
  readonly strength: Strength;
  /** The level of `Intl` that decides first. */
  readonly level: Level;
  /** A total preorder; at identical a total order. */
  readonly compare: Compare;
  /** The same order without the short cut through plain letters. Long runs of marks must be bounded before. */
  readonly compareBounded: Compare;
  /** The tables that decide as long as texts are plain. They are made when they are first asked for. */
  readonly plain: () => PlainLetters | undefined;
}

/** The level of `Intl` that decides first at a strength. */
export function levelOf(strength: Strength): Level {
  return strength === "quaternary" || strength === "identical" ? "tertiary" : strength;
}

/** Puts a collation together. The locale is one that `collationLocale` gave. */
export function makeCollation(locale: string, strength: Strength): Collation {
  const level = levelOf(strength);
  const order = levelOrder(locale, level);
  const step = level === strength ? undefined : quaternaryStep(locale);
  const compareBounded: Compare = step === undefined ? order : (a, b) => order(a, b) || step(a, b);
  const isRoot = hasRootLetters(locale);
  let letters: PlainLetters | undefined;
  const plain = () => (letters ??= plainLetters(locale));
  const compareBelow: Compare = (a, b) => {
    if (a === b) return 0;
    const tables = isRoot ? plain() : undefined;
    const decided = tables && comparePlain(tables, level, a, b);
    if (decided !== undefined) return decided;
    return compareBounded(boundMarkRuns(a), boundMarkRuns(b));
  };
  const compare = strength === "identical" ? identicalOrder(compareBelow) : compareBelow;
  return { locale, strength, level, compare, compareBounded, plain };
}

function identicalOrder(quaternary: Compare): Compare {
  return (a, b) => {
    if (a === b) return 0;
    return quaternary(a, b) || compareCodePoints(decompose(a), decompose(b)) || compareCodePoints(a, b);
  };
}

function decompose(text: string): string {
  return boundMarkRuns(text).normalize("NFD");
}
