/**
 * Text in a query string, and the reverse. RFC 3986 (section 3.4) lets a query hold more than letters as they are; what
 * it allows stays readable, except what means something in a query string or is treated differently on the way:
 * `&`, `+`, `;`, and `=` in a name.
 */

/** What `encodeURIComponent` encodes although a query may hold it: `$ , : @ / ? =`. */
const READABLE = /%(?:24|2C|3A|40|2F|3F|3D)/g;

/**
 * A text as the value of a parameter. A space is `%20`, `+` is `%2B`, `|` is `%7C`; what is beyond ASCII is UTF-8.
 *
 * @throws RangeError for half of a surrogate pair, which UTF-8 cannot say.
 * @example encodeText("eq(name,'a&b')") // "eq(name,'a%26b')"
 */
export function encodeText(text: string): string {
  if (!text.isWellFormed()) throw new RangeError("Half of a surrogate pair cannot stand in a URL.");
  return encodeURIComponent(text).replace(READABLE, decodeURIComponent);
}

/** A text as the name of a parameter: as a value, and `=` encoded. */
export function encodeName(text: string): string {
  return encodeText(text).replaceAll("=", "%3D");
}

/** Everything that a path cannot hold as it is; a `%` that encodes something stays. */
const NOT_OF_A_PATH = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+/g;

/**
 * A path with what no path can hold encoded, line breaks included. What is encoded already stays as it is.
 *
 * @throws RangeError for half of a surrogate pair.
 */
export function encodePath(path: string): string {
  if (!path.isWellFormed()) throw new RangeError("Half of a surrogate pair cannot stand in a URL.");
  return path.replace(NOT_OF_A_PATH, encodeURIComponent);
}

/** Why a stretch of a query string cannot be decoded. */
export interface EncodingFault {
  /** Where, in the raw string. */
  readonly start: number;
  readonly end: number;
  readonly reason: string;
  /** A `%` that nothing hexadecimal follows was probably meant as the character. */
  readonly loosePercent: boolean;
}

/** One character of the raw string that percent-encoding stands for. */
export interface EncodedCharacter {
  readonly text: string;
  /** One past its last raw unit. */
  readonly end: number;
}

/**
 * Reads the character that a `%` at `at` begins: one to four encoded bytes of UTF-8 (RFC 3629). Overlong forms,
 * surrogates, code points above U+10FFFF and sequences that stop short are faults, never a replacement character.
 */
export function readEncodedCharacter(raw: string, at: number, end: number): EncodedCharacter | EncodingFault {
  const lead = byteAt(raw, at, end);
  if (lead < 0) return loosePercent(raw, at, end);
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
  const reason = whyNot(lead, code, count < length, length);
  if (reason !== undefined) return { start: at, end: next, reason, loosePercent: false };
  return { text: String.fromCodePoint(code), end: next };
}

function whyNot(lead: number, code: number, short: boolean, length: number): string | undefined {
  if (lead < 0xc0) return "the byte can only continue a character, and none has begun";
  if (lead >= 0xf8) return "no character begins with this byte";
  if (short) return "the character is cut off";
  if (code < LEAST[length]!) return "the character is written with more bytes than it needs";
  if (code >= 0xd800 && code <= 0xdfff) return "it is half of a surrogate pair";
  return code > 0x10ffff ? "there is no character beyond U+10FFFF" : undefined;
}

/** The least code point that needs so many bytes. */
const LEAST = [0, 0, 0x80, 0x800, 0x1_0000];

function loosePercent(raw: string, at: number, end: number): EncodingFault {
  const digits = at + 1 < end && hexadecimal(raw.charCodeAt(at + 1)) >= 0 ? 1 : 0;
  const reason = "two hexadecimal digits do not follow the %";
  return { start: at, end: at + 1 + digits, reason, loosePercent: true };
}

/** The byte that `%` and two hexadecimal digits say, or -1. */
function byteAt(raw: string, at: number, end: number): number {
  if (at + 3 > end || raw.charCodeAt(at) !== 0x25) return -1;
  const high = hexadecimal(raw.charCodeAt(at + 1));
  const low = hexadecimal(raw.charCodeAt(at + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexadecimal(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
