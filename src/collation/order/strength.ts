/**
 * The five collation strengths, weakest first. Each compares the levels of UTS #10 up to its own; `identical` also
 * compares code points.
 */
export const STRENGTHS = ["primary", "secondary", "tertiary", "quaternary", "identical"] as const;

export type Strength = (typeof STRENGTHS)[number];

/** Either a strength of a locale's collation, or the order of code points, which is independent of the locale. */
export type Comparison = Strength | "codePoint";

// Bundlers keep a spread that nothing uses.
export const COMPARISONS: readonly Comparison[] = /* @__PURE__ */ ([] as Comparison[]).concat(
  STRENGTHS,
  "codePoint",
);

export function isStrength(text: string): text is Strength {
  return (STRENGTHS as readonly string[]).includes(text);
}
