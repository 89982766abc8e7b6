/** Describes characters, bytes and values in messages. */
import { requireArgument } from "../../diagnostics/require-argument.ts";
import { escapeControls } from "../../diagnostics/show.ts";
import { decodeUtf8 } from "../bytes/decode.ts";
import { isDigit, MINUS, OPEN_BRACKET, DOUBLE_QUOTE } from "../bytes/bytes.ts";
import { MAXIMUM_ROW_DEPTH } from "./format-reader.ts";

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
  return limit === 0 || Object.values(value).some((item) => isTooDeep(item, limit - 1));
}

/** @example kindAt(encodeUtf8('"x"'), 0) // "a string" */
export function kindAt(bytes: Uint8Array, i: number): string {
  const byte = bytes[i]!;
  if (byte === DOUBLE_QUOTE) return "a string";
  if (byte === OPEN_BRACKET) return "a list";
  if (byte === MINUS || isDigit(byte)) return "a number";
  return /^(?:null|true|false)/.exec(decodeUtf8(bytes, i, i + 5))?.[0] ?? characterAt(bytes, i);
}

/** Returns the character at a byte index, in quotes. */
export function characterAt(bytes: Uint8Array, i: number): string {
  return quoteCharacter(decodeUtf8(bytes, i, i + 4));
}

/** @example showCodePoint("\n") // "U+000A" */
export function showCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Returns the first character of a text in quotes, or as a code point if it is invisible. */
export function quoteCharacter(text: string): string {
  if (text === "") return "the end";
  const character = String.fromCodePoint(text.codePointAt(0)!);
  return escapeControls(character) === character && character !== " "
    ? `'${character}'`
    : showCodePoint(character);
}

/** @example byteName(233) // "0xE9" */
export function byteName(byte: number): string {
  requireArgument(Number.isInteger(byte), "byte", "an integer", byte);
  return `0x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
