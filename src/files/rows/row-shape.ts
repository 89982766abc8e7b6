import { decodeUtf8 } from "../bytes/decode.ts";
import { isDigit, MINUS, OPEN_BRACKET, DOUBLE_QUOTE } from "../bytes/bytes.ts";
import { MAXIMUM_ROW_DEPTH } from "./format-reader.ts";
import { quoteCharacter } from "../bytes/show-character.ts";

/** @example kindOf([]) // "a list" */
export function kindOf(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "bigint") return "a number";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Returns whether a value of JSON has more nested lists and objects than a row may have. */
export function isTooDeep(value: unknown, limit = MAXIMUM_ROW_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  return limit === 0 || Object.values(value).some((each) => isTooDeep(each, limit - 1));
}

/** @example kindAt(encodeUtf8('"x"'), 0) // "a string" */
export function kindAt(bytes: Uint8Array, i: number): string {
  const byte = bytes[i]!;
  if (byte === DOUBLE_QUOTE) return "a string";
  if (byte === OPEN_BRACKET) return "a list";
  if (byte === MINUS || isDigit(byte)) return "a number";
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
