/** ASCII bytes with a meaning in input formats. In UTF-8 they are never part of another character. */
export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const DOUBLE_QUOTE = 0x22;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const DIGIT_ZERO = 0x30;
export const DIGIT_NINE = 0x39;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
/** Begins each value of a JSON text sequence (RFC 7464). */
export const RECORD_SEPARATOR = 0x1e;

export function isDigit(byte: number | undefined): boolean {
  return byte! >= DIGIT_ZERO && byte! <= DIGIT_NINE;
}

/** Returns whether a byte is white space of JSON. */
export function isJsonSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}

/** Returns the offset of a byte, or the length if it does not occur. */
export function indexOf(bytes: Uint8Array, byte: number, from: number): number {
  const at = byte < 0 ? -1 : bytes.indexOf(byte, from);
  return at < 0 ? bytes.length : at;
}
