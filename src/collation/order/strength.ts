/** The five collation strengths (UTS 10), weakest first. */
export const STRENGTHS = ["primary", "secondary", "tertiary", "quaternary", "identical"] as const;

export type Strength = (typeof STRENGTHS)[number];

/** How texts are compared: at a strength of a locale's collation, or by code points alone. */
export type Comparison = Strength | "codePoint";

/** The one list of comparisons. */
export const COMPARISONS: readonly Comparison[] = [...STRENGTHS, "codePoint"];

export function isStrength(text: string): text is Strength {
  return (STRENGTHS as readonly string[]).includes(text);
}
