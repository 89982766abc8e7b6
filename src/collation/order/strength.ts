/** The five collation strengths, weakest first. They are the levels of UTS #10; `identical` adds the code points. */
export const STRENGTHS = ["primary", "secondary", "tertiary", "quaternary", "identical"] as const;

export type Strength = (typeof STRENGTHS)[number];

/** A strength of a locale's collation, or code points. */
export type Comparison = Strength | "codePoint";

export const COMPARISONS: readonly Comparison[] = [...STRENGTHS, "codePoint"];

export function isStrength(text: string): text is Strength {
  return (STRENGTHS as readonly string[]).includes(text);
}
