import * as ascii from "../../../files/bytes/bytes.ts";

/**
 * Copies the JSON text of an object in the form in which `JSON.stringify` writes the parsed object: without white space. Returns
 * the end offset of the copy, or -1 if more than the white space would differ, such as an escape or a repeated name. Copying takes a
 * fraction of the time of parsing and writing (`tamis save` of a million rows: 7.5 s of CPU time instead of 13.8 s).
 *
 * @param bytes valid JSON in UTF-8, without numbers of more than 15 digits before the dot
 * @param to at least as long as the text
 */
export function copyCompactJson(bytes: Uint8Array, start: number, end: number, to: Uint8Array): number {
  let out = 0;
  let depth = 0;
  let names = 0;
  for (let at = start; at < end;) {
    const byte = bytes[at]!;
    if (byte === ascii.DOUBLE_QUOTE) {
      const from = out;
      to[out++] = ascii.DOUBLE_QUOTE;
      for (let each = bytes[++at]!; each !== ascii.DOUBLE_QUOTE; each = bytes[++at]!) {
        to[out++] = each;
        if (each !== ascii.BACKSLASH) continue;
        const escaped = bytes[++at]!;
        if (CANONICAL_ESCAPES[escaped] !== 1) return -1;
        to[out++] = escaped;
      }
      to[out++] = ascii.DOUBLE_QUOTE;
      at++;
      if (!isName(bytes, at)) continue;
      if (!isPlainName(to, from, out) || !addName(to, from, out, nameStarts[depth - 1]!, names)) return -1;
      names++;
    } else if (byte === ascii.MINUS || ascii.isDigit(byte)) {
      const after = endOfCanonicalNumber(bytes, at);
      if (after < 0) return -1;
      while (at < after) to[out++] = bytes[at++]!;
    } else {
      at++;
      if (ascii.isJsonSpace(byte)) continue;
      to[out++] = byte;
      if (byte === ascii.OPEN_BRACE || byte === ascii.OPEN_BRACKET) {
        if (depth === MAX_COPIED_DEPTH) return -1;
        nameStarts[depth++] = names;
      } else if (byte === ascii.CLOSE_BRACE || byte === ascii.CLOSE_BRACKET) names = nameStarts[--depth]!;
    }
  }
  return out;
}

const MAX_COPIED_DEPTH = 64;
/** Names are compared in pairs. */
const MAX_NAMES = 64;
/** For each open object or list, the number of names around it. */
const nameStarts = new Int32Array(MAX_COPIED_DEPTH);
/** Numbers that differ for most different names, for the names of the open objects. */
const nameHashes = new Int32Array(MAX_COPIED_DEPTH * MAX_NAMES);

/** Returns whether a string that ends at an offset is the name of a member. */
function isName(bytes: Uint8Array, end: number): boolean {
  let at = end;
  while (ascii.isJsonSpace(bytes[at])) at++;
  return bytes[at] === ascii.COLON;
}

/** Returns false for a name that may be an index, which objects enumerate first, and for an escape of saved rows. */
function isPlainName(name: Uint8Array, start: number, end: number): boolean {
  const first = name[start + 1]!;
  return !ascii.isDigit(first) && !(first === DOLLAR && end - start === 3);
}

/** Adds a name to those of its object. Returns false if it may be one of them. */
function addName(to: Uint8Array, start: number, end: number, first: number, names: number): boolean {
  if (names - first === MAX_NAMES) return false;
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + to[i]!) | 0;
  for (let i = first; i < names; i++) if (nameHashes[i] === hash) return false;
  nameHashes[names] = hash;
  return true;
}

/** Returns the offset after a number that `JSON.stringify` writes with the same digits. -1 for others. */
function endOfCanonicalNumber(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === ascii.MINUS ? start + 1 : start;
  const first = at;
  while (ascii.isDigit(bytes[at])) at++;
  const isZero = bytes[first] === ascii.DIGIT_ZERO;
  if (bytes[at] === ascii.DOT) {
    const dot = at++;
    while (ascii.isDigit(bytes[at])) at++;
    // A double has 15 exact decimal digits. Numbers below 0.000001 have an exponent.
    if (at - first - 1 > MAX_EXACT_DIGITS || bytes[at - 1] === ascii.DIGIT_ZERO) return -1;
    if (isZero && at - dot > MAX_ZEROS && isAllZeros(bytes, dot + 1, dot + 1 + MAX_ZEROS)) return -1;
  } else if (isZero && first > start) return -1;
  return (bytes[at]! | 0x20) === LETTER_E ? -1 : at;
}

function isAllZeros(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== ascii.DIGIT_ZERO) return false;
  return true;
}

const MAX_EXACT_DIGITS = 15;
const MAX_ZEROS = 6;
const LETTER_E = 0x65;
const DOLLAR = 0x24;
/** Second bytes of the escapes that `JSON.stringify` writes, except those with digits. */
const CANONICAL_ESCAPES = new Uint8Array(256);
for (const letter of '"\\bfnrt') CANONICAL_ESCAPES[letter.charCodeAt(0)] = 1;
