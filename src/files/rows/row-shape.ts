import { decodeUtf8 } from "../bytes/decode.ts";
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  DIGIT_NINE,
  DIGIT_ZERO,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  DOUBLE_QUOTE,
} from "../bytes/bytes.ts";
import { MAXIMUM_ROW_DEPTH } from "./format-reader.ts";
import { quoteCharacter } from "../bytes/show-character.ts";

/** @example kindOf([]) // "a list" */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "bigint") return "a number";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Returns whether valid JSON has more nested lists and objects than a row may have. */
export function isTooDeep(text: string): boolean {
  // Each level takes at least two characters.
  if (text.length <= 2 * MAXIMUM_ROW_DEPTH) return false;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (quoted) {
      if (unit === DOUBLE_QUOTE) quoted = false;
      else if (unit === BACKSLASH) i++;
    } else if (unit === DOUBLE_QUOTE) quoted = true;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      if (++depth > MAXIMUM_ROW_DEPTH) return true;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--;
  }
  return false;
}

/** @example kindAt(encodeUtf8('"x"'), 0) // "a string" */
export function kindAt(bytes: Uint8Array, i: number): string {
  const byte = bytes[i]!;
  if (byte === DOUBLE_QUOTE) return "a string";
  if (byte === OPEN_BRACKET) return "a list";
  if (byte === MINUS || (byte >= DIGIT_ZERO && byte <= DIGIT_NINE)) return "a number";
  for (const word of ["null", "true", "false"]) {
    if (decodeUtf8(bytes, i, Math.min(i + word.length, bytes.length)) === word) return word;
  }
  return characterAt(bytes, i);
}

/** Returns the character at a byte index, in quotes. */
export function characterAt(bytes: Uint8Array, i: number): string {
  const codePoint = decodeUtf8(bytes, i, i + 4).codePointAt(0);
  return quoteCharacter(codePoint === undefined ? "" : String.fromCodePoint(codePoint));
}
