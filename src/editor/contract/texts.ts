import type { SortKey } from "../../ast/nodes.ts";
import type { Strength } from "../../collation/order/strength.ts";

/** Title of the action that replaces a filter by a simpler one. */
export const SIMPLIFY_TITLE = "Simplify the filter";

/** Explanations of the strengths for people who write filters: grammar.md, "Collation". */
export const STRENGTH_TEXTS: Readonly<Record<Strength, string>> = {
  primary: "Only different base letters count: resume and Résumé are equal.",
  secondary: "Different accents count too: resume and RESUME are equal, resume and résumé are not.",
  tertiary: "Different accents and case count too.",
  quaternary: "Like tertiary. In Japanese, hiragana and katakana are different too.",
  identical: "Only strings of the same code points are equal.",
};

export const DIRECTION_TEXTS: Readonly<Record<SortKey["direction"], string>> = {
  ascending: "Sorts from the least value to the greatest. This is the default.",
  descending: "Sorts from the greatest value to the least.",
};

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text contains characters that are written from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Encloses a name from right to left in U+2068 and U+2069, so that the words around it keep their order. */
export function isolated(name: string): string {
  return isRightToLeft(name) ? `\u2068${name}\u2069` : name;
}

export function isDirection(text: string): text is SortKey["direction"] {
  return Object.hasOwn(DIRECTION_TEXTS, text);
}
