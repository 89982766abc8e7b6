/** Reason why a row cannot be read. */
export const NUMBER_TOO_LARGE = "a number is greater than 1.8e308";

/** Matches what every number beyond doubles contains: an exponent of three digits, or 309 digits. */
const POSSIBLE = /\d[eE]\+?\d{3,}\s*[,\]}]|\d{309}/;

/**
 * Returns whether a JSON value has a number beyond doubles. `JSON.parse` returns Infinity for it, and prints Infinity as null.
 *
 * @param text JSON text of the value
 * @param value at most `MAXIMUM_ROW_DEPTH` nested lists and objects
 */
export function hasInfiniteNumber(text: string, value: unknown): boolean {
  return POSSIBLE.test(text) && isInfinite(value);
}

function isInfinite(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(isInfinite);
}
