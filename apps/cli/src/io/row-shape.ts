/** What a value or a text is, as far as rows are concerned. */
import { MAXIMUM_ROW_DEPTH } from "./row-reader.ts";

/** A JSON value that is no row, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "bigint") return "a number";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Whether a JSON text has more lists and objects within each other than a row may have. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (quoted) {
      if (unit === QUOTE) quoted = false;
      else if (unit === BACKSLASH) i++;
    } else if (unit === QUOTE) quoted = true;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      if (++depth > MAXIMUM_ROW_DEPTH) return true;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--;
  }
  return false;
}

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
