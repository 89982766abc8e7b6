/** Maximum number of nested lists and objects in a row of JSON, the row itself included. */
export const MAX_ROW_DEPTH = 1_000;

/** Returns whether valid JSON has more nested lists and objects than a row may have. */
export function isTooDeep(json: string): boolean {
  // Each level takes at least two characters.
  if (json.length <= 2 * MAX_ROW_DEPTH) return false;
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < json.length; i++) {
    const unit = json[i];
    if (isInString) {
      if (unit === '"') isInString = false;
      else if (unit === "\\") i++;
    } else if (unit === '"') isInString = true;
    else if (unit === "{" || unit === "[") {
      if (++depth > MAX_ROW_DEPTH) return true;
    } else if (unit === "}" || unit === "]") depth--;
  }
  return false;
}

/** Matches what every number beyond doubles contains: an exponent of three digits, or 309 digits. */
const POSSIBLY_INFINITE = /\d[eE]\+?\d{3,}\s*[,\]}]|\d{309}/;

/**
 * Returns whether a JSON value has a number beyond doubles. `JSON.parse` returns Infinity for it, which JSON cannot represent.
 *
 * @param value at most `MAX_ROW_DEPTH` nested lists and objects
 */
export function hasInfiniteNumber(json: string, value: unknown): boolean {
  return POSSIBLY_INFINITE.test(json) && isInfinite(value);
}

function isInfinite(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(isInfinite);
}
