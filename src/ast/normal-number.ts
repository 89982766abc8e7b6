/**
 * Returns the one form of a number literal: a bigint only if a double would lose digits, and 0 for -0.
 *
 * @throws RangeError for NaN and the infinities
 */
export function normalNumber(value: number | bigint): number | bigint {
  if (typeof value === "bigint") {
    const double = Number(value);
    return Number.isSafeInteger(double) ? double : value;
  }
  if (!Number.isFinite(value)) throw new RangeError(`a number literal must be finite, got ${value}`);
  // Doubles from 2^53 to 1e21 print as rounded digits, which parse as another number. A bigint prints all its
  // digits.
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21) return BigInt(value);
  return value === 0 ? 0 : value;
}
