import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_BRACKET,
  CLOSE_BRACE,
  COLON,
  COMMA,
  DOT,
  MINUS,
  DIGIT_NINE,
  OPEN_BRACKET,
  OPEN_BRACE,
  PLUS,
  DOUBLE_QUOTE,
  SPACE,
  TAB,
  DIGIT_ZERO,
} from "../../../files/bytes/bytes.ts";
import { characterLength } from "../../../files/bytes/character-length.ts";
import { UNUSUAL } from "./text-format.ts";

/*
 * Finds the end of JSON values in UTF-8, and validates them. Each function returns the offset after a value, or `UNUSUAL`
 * for bytes that `JSON.parse` must judge: invalid JSON, and valid JSON with rare properties. All functions require a line end
 * after the value.
 */

/** Maximum number of lists and objects around a value. */
export const MAX_JSON_DEPTH = 500;

/** Maximum number of digits before the dot. `JSON.parse` reads longer numbers, which may be larger than 2^53. */
const MAX_DIGITS = 15;
/** Maximum number of digits of an exponent. `JSON.parse` reads numbers with longer ones, which may be infinite. */
const MAX_EXPONENT_DIGITS = 2;

/** The kind of each byte inside a string: `PLAIN`, the end of the string, an escape, or the first byte of a longer character. */
const STRING_BYTES = new Uint8Array(256);
const PLAIN = 0;
const INVALID_BYTE = 1;
const END = 2;
const ESCAPE = 3;
const LONGER = 4;
STRING_BYTES.fill(INVALID_BYTE, 0, SPACE);
STRING_BYTES[DOUBLE_QUOTE] = END;
STRING_BYTES[BACKSLASH] = ESCAPE;
STRING_BYTES.fill(LONGER, 0x80);

/** The length of each escape sequence by its second byte. 0 for an invalid one. */
const ESCAPE_LENGTHS = new Uint8Array(256);
for (const letter of '"\\/bfnrt') ESCAPE_LENGTHS[letter.charCodeAt(0)] = 2;
ESCAPE_LENGTHS["u".charCodeAt(0)] = 6;

const HEX_DIGITS = new Uint8Array(256);
for (const digit of "0123456789abcdefABCDEF") HEX_DIGITS[digit.charCodeAt(0)] = 1;

/** @param at offset after the opening quote */
export function endOfString(bytes: Uint8Array, at: number): number {
  for (;;) {
    let kind = STRING_BYTES[bytes[at]!]!;
    while (kind === PLAIN) kind = STRING_BYTES[bytes[++at]!]!;
    if (kind === END) return at + 1;
    if (kind === INVALID_BYTE) return UNUSUAL;
    const length = kind === ESCAPE ? escapeLength(bytes, at) : characterLength(bytes, at);
    if (length <= 0) return UNUSUAL;
    at += length;
  }
}

function escapeLength(bytes: Uint8Array, at: number): number {
  const length = ESCAPE_LENGTHS[bytes[at + 1]!]!;
  for (let i = 2; i < length; i++) if (HEX_DIGITS[bytes[at + i]!] !== 1) return 0;
  return length;
}

/** @param at offset of the first digit, or of the minus sign */
export function endOfInteger(bytes: Uint8Array, at: number): number {
  if (bytes[at] === MINUS) at++;
  const end = endOfDigits(bytes, at);
  const digits = end - at;
  return digits === 0 || digits > MAX_DIGITS || (digits > 1 && bytes[at] === DIGIT_ZERO) ? UNUSUAL : end;
}

/** @param at offset of the first digit, or of the minus sign */
export function endOfNumber(bytes: Uint8Array, at: number): number {
  at = endOfInteger(bytes, at);
  if (at === UNUSUAL) return UNUSUAL;
  if (bytes[at] === DOT) {
    const end = endOfDigits(bytes, at + 1);
    if (end === at + 1) return UNUSUAL;
    at = end;
  }
  if ((bytes[at]! | 0x20) !== LETTER_E) return at;
  at++;
  if (bytes[at] === PLUS || bytes[at] === MINUS) at++;
  const end = endOfDigits(bytes, at);
  return end === at || end - at > MAX_EXPONENT_DIGITS ? UNUSUAL : end;
}

const LETTER_E = 0x65;

function endOfDigits(bytes: Uint8Array, at: number): number {
  while (bytes[at]! >= DIGIT_ZERO && bytes[at]! <= DIGIT_NINE) at++;
  return at;
}

/** Skips white space, except line ends: a row is one line. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  while (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === CARRIAGE_RETURN) at++;
  return at;
}

const [TRUE, FALSE, NULL] = ["true", "false", "null"].map((word) => new TextEncoder().encode(word)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/** @param at offset of the first byte of a value */
export function endOfValue(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  if (byte === DOUBLE_QUOTE) return endOfString(bytes, at + 1);
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return endOfNested(bytes, at);
  if (byte === MINUS || (byte >= DIGIT_ZERO && byte <= DIGIT_NINE)) return endOfNumber(bytes, at);
  return endOfWord(bytes, at);
}

function endOfWord(bytes: Uint8Array, at: number): number {
  const word = bytes[at] === TRUE[0] ? TRUE : bytes[at] === FALSE[0] ? FALSE : NULL;
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word[i]) return UNUSUAL;
  return at + word.length;
}

/** The open lists and objects of `endOfNested`: 1 for an object. */
const open = new Uint8Array(MAX_JSON_DEPTH);

/** @param at offset of the opening bracket */
function endOfNested(bytes: Uint8Array, at: number): number {
  let depth = 0;
  // Each iteration begins at a value, and reads it and the closing brackets after it.
  for (;;) {
    const byte = bytes[at];
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (depth === MAX_JSON_DEPTH) return UNUSUAL;
      const isMap = byte === OPEN_BRACE;
      open[depth++] = isMap ? 1 : 0;
      at = skipSpace(bytes, at + 1);
      if (bytes[at] !== (isMap ? CLOSE_BRACE : CLOSE_BRACKET)) {
        if (isMap && (at = afterKey(bytes, at)) === UNUSUAL) return UNUSUAL;
        continue;
      }
    } else {
      const end = byte === DOUBLE_QUOTE ? endOfString(bytes, at + 1) : endOfValue(bytes, at);
      if (end === UNUSUAL) return UNUSUAL;
      at = skipSpace(bytes, end);
    }
    while (bytes[at] === (open[depth - 1] === 1 ? CLOSE_BRACE : CLOSE_BRACKET)) {
      at++;
      if (--depth === 0) return at;
      at = skipSpace(bytes, at);
    }
    if (bytes[at] !== COMMA) return UNUSUAL;
    at = skipSpace(bytes, at + 1);
    if (open[depth - 1] === 1 && (at = afterKey(bytes, at)) === UNUSUAL) return UNUSUAL;
  }
}

/** Returns the offset of the value after a key and a colon. */
export function afterKey(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== DOUBLE_QUOTE) return UNUSUAL;
  const end = endOfString(bytes, at + 1);
  if (end === UNUSUAL) return UNUSUAL;
  const colon = skipSpace(bytes, end);
  return bytes[colon] === COLON ? skipSpace(bytes, colon + 1) : UNUSUAL;
}
