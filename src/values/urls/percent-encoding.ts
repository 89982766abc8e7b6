/*
 * Percent-encoding of RFC 3986. Characters that are allowed in a query (section 3.4) are not encoded, except those with a
 * special meaning in query strings or in some servers: `&`, `+`, `;`, and `=` in a name.
 */
import { requireText } from "../../diagnostics/require-argument.ts";

/** Encodings of `$ , : @ / ? =`, which `encodeURIComponent` encodes although a query can contain them. */
const READABLE = /%(?:24|2C|3A|40|2F|3F|3D)/g;

/** Characters that `encodeText` leaves as they are. */
const PLAIN = /^[A-Za-z0-9\-_.!~*'()$,:@/?=]*$/;

/**
 * Encodes the value of a parameter as UTF-8. A space is `%20`, `+` is `%2B`, `|` is `%7C`.
 *
 * @throws RangeError for a lone surrogate.
 * @example encodeText("eq(name,'a&b')") // "eq(name,'a%26b')"
 */
export function encodeText(text: string): string {
  requireText(text, "text");
  // Most filters need no encoding. Testing them is ten times as fast as encoding and decoding them.
  if (PLAIN.test(text)) return text;
  if (!text.isWellFormed()) throw new RangeError("lone surrogates cannot be encoded in a URL");
  return encodeURIComponent(text).replace(READABLE, decodeURIComponent);
}

/** Encodes the name of a parameter. Unlike `encodeText`, encodes `=`, too. */
export function encodeName(text: string): string {
  return encodeText(text).replaceAll("=", "%3D");
}

/** Characters that a path cannot contain. A `%` is allowed if two hexadecimal digits follow. */
const INVALID_IN_PATH = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+/g;

/**
 * Percent-encodes the characters that a path cannot contain. Existing encoded bytes remain as they are.
 *
 * @throws RangeError for a lone surrogate.
 */
export function encodePath(path: string): string {
  if (!path.isWellFormed()) throw new RangeError("lone surrogates cannot be encoded in a URL");
  return path.replace(INVALID_IN_PATH, encodeURIComponent);
}

export interface EncodingError {
  /** Start offset in the raw query string; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly reason: string;
  /** Whether the error is a `%` without two hexadecimal digits, probably meant as a percent sign. */
  readonly isStrayPercent: boolean;
}

export interface EncodedCharacter {
  readonly text: string;
  /** End offset of the encoded character in the raw query string. */
  readonly end: number;
}

/**
 * Decodes the encoded character at offset `at`: one to four bytes of UTF-8 (RFC 3629). Overlong forms, surrogates, code
 * points above U+10FFFF and truncated sequences are errors; they never become replacement characters.
 */
export function readEncodedCharacter(raw: string, at: number, end: number): EncodedCharacter | EncodingError {
  const lead = byteAt(raw, at, end);
  if (lead < 0) return strayPercent(raw, at, end);
  if (lead < 0x80) return { text: String.fromCharCode(lead), end: at + 3 };
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  let code = lead & (0xff >> (length + 1));
  let next = at + 3;
  let count = 1;
  for (; count < length && lead >= 0xc0 && lead < 0xf8; count++) {
    const byte = byteAt(raw, next, end);
    if (byte < 0x80 || byte > 0xbf) break;
    code = (code << 6) | (byte & 0x3f);
    next += 3;
  }
  const reason = decodingProblem(lead, code, count < length, length);
  if (reason !== undefined) return { start: at, end: next, reason, isStrayPercent: false };
  return { text: String.fromCodePoint(code), end: next };
}

function decodingProblem(lead: number, code: number, short: boolean, length: number): string | undefined {
  if (lead < 0xc0) return "the byte can only continue a character, and none has begun";
  if (lead >= 0xf8) return "no character begins with this byte";
  if (short) return "the character is cut off";
  if (code < MINIMUM_CODE_POINTS[length]!) return "the character is written with more bytes than it needs";
  if (code >= 0xd800 && code <= 0xdfff) return "it is half of a surrogate pair";
  return code > 0x10ffff ? "there is not a character beyond U+10FFFF" : undefined;
}

/** Minimum code point of a UTF-8 sequence, by its number of bytes. Lesser code points are overlong. */
const MINIMUM_CODE_POINTS = [0, 0, 0x80, 0x800, 0x1_0000];

function strayPercent(raw: string, at: number, end: number): EncodingError {
  const digits = at + 1 < end && hexDigit(raw.charCodeAt(at + 1)) >= 0 ? 1 : 0;
  const reason = "two hexadecimal digits do not follow the %";
  return { start: at, end: at + 1 + digits, reason, isStrayPercent: true };
}

/** Returns the encoded byte at offset `at`, or -1 if there is no `%` with two hexadecimal digits. */
function byteAt(raw: string, at: number, end: number): number {
  if (at + 3 > end || raw.charCodeAt(at) !== 0x25) return -1;
  const high = hexDigit(raw.charCodeAt(at + 1));
  const low = hexDigit(raw.charCodeAt(at + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
