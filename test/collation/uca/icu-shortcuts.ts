/**
 * Shortcuts in ICU's comparison that make `Intl.Collator` violate ICU's own rules. The result of each shortcut is
 * computed with the keyed collation. A difference is explained only if `Intl` has exactly this result. For all shortcuts
 * that skip a prefix, the sort keys of ICU agree with the keyed collation, not with ICU's comparison.
 */
import type { KeyedCollation } from "../../../src/collation/uca/index.ts";
import { findTailoring } from "../../../src/collation/uca/tables/tailoring.ts";

export const SHORTCUTS = [
  "prefix-punctuation",
  "prefix-digits",
  "prefix-accents",
  "look-back",
  "composed",
] as const;
export type Shortcut = (typeof SHORTCUTS)[number];

/** A pair with different orders, and the settings of both collations. */
export interface Difference {
  readonly a: string;
  readonly b: string;
  readonly ours: KeyedCollation;
  readonly theirs: { compare(a: string, b: string): number };
  /** Whether punctuation is ignored on the compared levels. */
  readonly isShifted: boolean;
  /** Whether digits are compared as numbers. */
  readonly isNumeric: boolean;
  /** Whether accents are compared from the end. */
  readonly isBackwards: boolean;
  /** Whether the language has a tailoring. */
  readonly isTailored: boolean;
}

/** Returns `und` for `en-US`, which is root order in `Intl`: it resolves `und` to the locale of the process. */
export function rootOf(locale: string): string {
  return locale === "en-US" ? "und" : locale;
}

/** Returns the settings of a language without options. */
export function factsOf(
  locale: string,
): Pick<Difference, "isShifted" | "isNumeric" | "isBackwards" | "isTailored"> {
  return {
    isShifted: locale === "th",
    isNumeric: false,
    isBackwards: locale === "fr-CA",
    isTailored: findTailoring(rootOf(locale)).name !== undefined,
  };
}

/** Returns the shortcut that explains a difference; undefined if none does. */
export function shortcutOf(difference: Difference): Shortcut | undefined {
  const { a, b, ours, theirs, isShifted, isNumeric, isBackwards, isTailored } = difference;
  const answer = Math.sign(theirs.compare(a, b));
  const same = samePrefix(a, b);
  const [restA, restB] = [a.slice(same), b.slice(same)];
  // ICU skips the common prefix, so the characters after it are compared without their context.
  const isBySkipping = same > 0 && ours.compare(restA, restB) === answer;
  if (isBySkipping && isShifted && (isIgnorable(restA, ours) || isIgnorable(restB, ours)))
    return "prefix-punctuation";
  // Backward accents end at the skipped prefix.
  if (isBySkipping && isBackwards) return "prefix-accents";
  // ICU moves back over digits, but with a tailoring it recognizes only ASCII digits: the others are in the root data.
  if (isBySkipping && isTailored && isNumeric && (isDigit(restA) || isDigit(restB))) return "prefix-digits";
  // ICU loses its position if it moves back past a character with a prefix context, to a voice mark at the start of the string.
  if (
    VOICED_SIGN.test(a.slice(0, same)) &&
    Math.sign(theirs.compare(`x${a}`, `x${b}`)) === ours.compare(a, b)
  )
    return "look-back";
  // ICU does not decompose characters that are in canonical order, so no contraction starts or ends inside one.
  const [apartA, apartB] = [takeApart(a), takeApart(b)];
  if ((apartA !== a || apartB !== b) && Math.sign(theirs.compare(apartA, apartB)) === ours.compare(a, b))
    return "composed";
  return undefined;
}

const VOICED_SIGN = /^[\u3099\u309a]+[\u309d\u309e\u30fc-\u30fe]/;

/** Returns the string with marks such as U+0344, and characters before marks, decomposed. */
export function takeApart(text: string): string {
  return text.replace(MARKED, (part) => part.normalize("NFD"));
}

const MARKED = /\P{M}?\p{M}+/gu;

export function samePrefix(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same;
}

/** Returns whether a string starts with a character without a primary weight. */
function isIgnorable(text: string, ours: KeyedCollation): boolean {
  return text !== "" && ours.sortKey(String.fromCodePoint(text.codePointAt(0)!))[0] === 1;
}

function isDigit(text: string): boolean {
  return /^(?![0-9])\p{Nd}/u.test(text);
}
