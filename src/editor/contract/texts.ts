import type { SortKey } from "../../ast/nodes.ts";
import type { Strength } from "../../collation/order/strength.ts";

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

export function isDirection(text: string): text is SortKey["direction"] {
  return Object.hasOwn(DIRECTION_TEXTS, text);
}
