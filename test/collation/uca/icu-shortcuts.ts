/**
 * Where `Intl.Collator` orders two texts otherwise than ICU's own rules say: what each shortcut of its comparison gives is
 * worked out from our collation, and a difference counts as explained only if `Intl` gives just that. For all that
 * skip a prefix the sort keys of ICU itself agree with us and not with its comparison.
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

/** A pair on which the two differ, and what they are asked for. */
export interface Difference {
  readonly a: string;
  readonly b: string;
  readonly ours: KeyedCollation;
  readonly theirs: { compare(a: string, b: string): number };
  /** Punctuation counts for nothing on the levels compared. */
  readonly isShifted: boolean;
  /** Digits are read as numbers. */
  readonly isNumeric: boolean;
  /** Accents are compared from the end. */
  readonly isBackwards: boolean;
  /** The language has rules of its own. */
  readonly isTailored: boolean;
}

/** Root order is `en-US` to `Intl`, which reads `und` as the locale of the process. */
export function rootOf(locale: string): string {
  return locale === "en-US" ? "und" : locale;
}

/** What is to be known of a language, without options. */
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

/** The shortcut that a difference is due to; undefined if it is due to none. */
export function shortcutOf(difference: Difference): Shortcut | undefined {
  const { a, b, ours, theirs, isShifted, isNumeric, isBackwards, isTailored } = difference;
  const answer = Math.sign(theirs.compare(a, b));
  const same = samePrefix(a, b);
  const [restA, restB] = [a.slice(same), b.slice(same)];
  // It skips what both begin with, and so sees what follows without what is before it.
  const isBySkipping = same > 0 && ours.compare(restA, restB) === answer;
  if (isBySkipping && isShifted && (isIgnorable(restA, ours) || isIgnorable(restB, ours)))
    return "prefix-punctuation";
  // Accents from the end of what is left meet its beginning, where they would go on with what both begin with.
  if (isBySkipping && isBackwards) return "prefix-accents";
  // It goes back over digits, but in the data of a language it knows ASCII's alone, since root has the others.
  if (isBySkipping && isTailored && isNumeric && (isDigit(restA) || isDigit(restB))) return "prefix-digits";
  // It loses its place where it goes back to a voice mark that begins the text, past a sign that looks back.
  if (
    VOICED_SIGN.test(a.slice(0, same)) &&
    Math.sign(theirs.compare(`x${a}`, `x${b}`)) === ours.compare(a, b)
  )
    return "look-back";
  // It takes apart no character that stands in canonical order: no contraction begins or ends within one.
  const [apartA, apartB] = [takeApart(a), takeApart(b)];
  if ((apartA !== a || apartB !== b) && Math.sign(theirs.compare(apartA, apartB)) === ours.compare(a, b))
    return "composed";
  return undefined;
}

const VOICED_SIGN = /^[\u3099\u309a]+[\u309d\u309e\u30fc-\u30fe]/;

/** The text with the characters that marks follow decomposed, and marks such as U+0344. */
export function takeApart(text: string): string {
  return text.replace(MARKED, (part) => part.normalize("NFD"));
}

const MARKED = /\P{M}?\p{M}+/gu;

export function samePrefix(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same;
}

/** Whether what a text begins with has no weight on the first level. */
function isIgnorable(text: string, ours: KeyedCollation): boolean {
  return text !== "" && ours.sortKey(String.fromCodePoint(text.codePointAt(0)!))[0] === 1;
}

function isDigit(text: string): boolean {
  return /^(?![0-9])\p{Nd}/u.test(text);
}
