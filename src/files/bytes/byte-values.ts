/** Values in ASCII-compatible bytes. Strings and objects are created only where a value is needed. */
import { decodeLatin1, decodeUtf8, isAscii } from "./decode.ts";
import { COLON, DIGIT_NINE, DIGIT_ZERO, DOT, MINUS, UPPER_Z } from "./bytes.ts";

/** Maximum number of digits for which the digits without the dot are an exact double. */
const EXACT_DIGITS = 15;

const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => 10 ** i);

export class NumberReader {
  readonly #separator: number;
  /** Offset after the number that was read last. */
  end = 0;
  /** True if the number that was read last has no decimal separator. */
  isInteger = true;

  /** @param separator byte before the fraction: a dot or a comma */
  constructor(separator = DOT) {
    this.#separator = separator;
  }

  /**
   * Reads a number in JSON syntax, except for the separator, without an exponent. Returns NaN for other bytes and for more than {@link EXACT_DIGITS}
   * digits. Equivalent to `Number` of the text: the quotient of two exact doubles is correctly rounded.
   * Requires a byte after the number.
   */
  read(bytes: Uint8Array, from: number): number {
    const isNegative = bytes[from] === MINUS;
    const start = isNegative ? from + 1 : from;
    let at = start;
    let value = 0;
    let byte = bytes[at]!;
    while (byte >= DIGIT_ZERO && byte <= DIGIT_NINE) {
      value = value * 10 + (byte - DIGIT_ZERO);
      byte = bytes[++at]!;
    }
    let digits = at - start;
    if (digits === 0 || (digits > 1 && bytes[start] === DIGIT_ZERO)) return NaN;
    this.isInteger = byte !== this.#separator;
    if (byte === this.#separator) {
      const fraction = ++at;
      byte = bytes[at]!;
      while (byte >= DIGIT_ZERO && byte <= DIGIT_NINE) {
        value = value * 10 + (byte - DIGIT_ZERO);
        byte = bytes[++at]!;
      }
      if (at === fraction) return NaN;
      digits += at - fraction;
      if (digits > EXACT_DIGITS) return NaN;
      value /= POWERS_OF_TEN[at - fraction]!;
    }
    if (digits > EXACT_DIGITS) return NaN;
    this.end = at;
    return isNegative ? -value : value;
  }
}

/** Valid UTF-8. Strings of ASCII bytes are cut from one string, which is faster than decoding each. */
export class ByteText {
  readonly bytes: Uint8Array;
  readonly #latin1: string;
  readonly #isAscii: boolean;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#latin1 = decodeLatin1(bytes);
    this.#isAscii = isAscii(bytes);
  }

  /** Equivalent to `decodeUtf8(bytes, start, end)`. */
  slice(start: number, end: number): string {
    if (!this.#isAscii) {
      for (let i = start; i < end; i++) if (this.bytes[i]! >= 0x80) return decodeUtf8(this.bytes, start, end);
    }
    return this.#latin1.slice(start, end);
  }

  /** Returns whether the range has exactly the given ASCII characters. */
  equals(start: number, end: number, text: string): boolean {
    if (end - start !== text.length) return false;
    for (let i = 0; i < text.length; i++) if (this.bytes[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }
}

/** Returns a table that has 1 for the given bytes and 0 for all others. */
export function byteSet(bytes: Iterable<number>): Uint8Array {
  const set = new Uint8Array(256);
  for (const byte of bytes) set[byte] = 1;
  return set;
}

/**
 * Returns whether a cell has the separators of an ISO 8601 date, or of a date-time with seconds that has no zone or ends with Z.
 * No other form of a date has them, so that `readCell` returns the text of such a cell.
 */
export function isIsoShape(
  bytes: Uint8Array,
  type: "date" | "dateTime",
  start: number,
  end: number,
): boolean {
  const length = end - start;
  if (length < 10 || bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS) return false;
  if (type === "date") return length === 10;
  const isTime = length >= 19 && bytes[start + 13] === COLON && bytes[start + 16] === COLON;
  if (!isTime || length === 19) return isTime;
  const byte = bytes[start + 19];
  const isDigit = bytes[end - 2]! >= DIGIT_ZERO && bytes[end - 2]! <= DIGIT_NINE;
  return bytes[end - 1] === UPPER_Z && isDigit && (byte === DOT || byte === UPPER_Z);
}
