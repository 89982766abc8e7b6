import { DIGIT_ZERO, DOT, isDigit, MINUS } from "./bytes.ts";

/** Maximum number of digits for which the digits without the dot are an exact double. */
const EXACT_DIGITS = 15;

const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => 10 ** i);

export class NumberReader {
  /** Offset after the number that was read last. */
  end = 0;
  /** True if the number that was read last has no fraction. */
  isInteger = true;

  /**
   * Reads a number in JSON syntax without an exponent. Returns NaN for other bytes and for more than {@link EXACT_DIGITS}
   * digits. Equivalent to `Number` of the text: the quotient of two exact doubles is correctly rounded.
   * Requires a byte after the number.
   */
  read(bytes: Uint8Array, from: number): number {
    const isNegative = bytes[from] === MINUS;
    const start = isNegative ? from + 1 : from;
    let at = start;
    let value = 0;
    let byte = bytes[at]!;
    while (isDigit(byte)) {
      value = value * 10 + (byte - DIGIT_ZERO);
      byte = bytes[++at]!;
    }
    let digits = at - start;
    if (digits === 0 || (digits > 1 && bytes[start] === DIGIT_ZERO)) return NaN;
    this.isInteger = byte !== DOT;
    if (!this.isInteger) {
      const fraction = ++at;
      byte = bytes[at]!;
      while (isDigit(byte)) {
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
