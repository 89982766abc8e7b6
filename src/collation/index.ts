/** Collation: texts compared and searched at the five strengths and by code points, and the locale that decides how. */
export { type Comparison, type Strength, COMPARISONS, STRENGTHS, isStrength } from "./strength.ts";
export { type PreparedTests, type TextCollator, getCollator } from "./collator.ts";
export { type TextTest } from "./search.ts";
export { type Compare } from "./levels.ts";
export { codePointLength, codePointSlice, compareCodePoints } from "./code-points.ts";
export { type ResolvedLocale, ROOT_LOCALE, isSupportedLocale, resolveLocale } from "./locale.ts";
export { type NegotiateOptions, negotiateLocale } from "./negotiate.ts";
