/** Comparison and search of strings, and locale negotiation. */
export { type Comparison, type Strength, COMPARISONS, STRENGTHS, isStrength } from "./order/strength.ts";
export { type PreparedStringTests, type StringCollator, getCollator } from "./collator.ts";
export { type StringTest } from "./search/collated-search.ts";
export { type Compare } from "./order/intl-levels.ts";
export { codePointLength, codePointSlice, compareCodePoints } from "./order/code-points.ts";
export { type ResolvedLocale, isSupportedLocale, resolveLocale } from "./locale/resolve-locale.ts";
export { type NegotiateOptions, negotiateLocale } from "./locale/negotiate-locale.ts";
