import { naiveInstant, naiveStoredInstant } from "../../oracle/naive-instant.ts";

/** Converts the text of a database to values of rows by regular expressions. Shares no code with the project's readers. */

/** Returns an ISO date of the years 0001 to 9999; null for any other text. */
export function isoDate(text: string): string | null {
  return naiveInstant("date", text) === undefined ? null : text;
}

/** Returns a time in a form of literals or of databases; null for any other text. */
export function isoTime(text: string): string | null {
  return naiveStoredInstant("time", text) === undefined ? null : text;
}

/** Returns a date and a time in a form of literals or of databases; null for any other text. */
export function isoDateTime(text: string): string | null {
  return naiveStoredInstant("dateTime", text) === undefined ? null : text;
}

/** Returns the text itself. */
export const unchanged = (raw: unknown): unknown => raw;

/** Returns an integer of any size; null for `NaN`. */
export function integer(raw: unknown): bigint | null {
  return /^-?\d+$/.test(raw as string) ? BigInt(raw as string) : null;
}

/** Returns the nearest double of a decimal number; null if there is no finite one. */
export function fraction(raw: unknown): number | null {
  const value = Number(raw);
  return Number.isFinite(value) && (raw as string).trim() !== "" ? value : null;
}

/** Returns the single-precision number that a text represents. */
export function single(raw: unknown): number | null {
  const value = fraction(raw);
  return value === null ? null : Math.fround(value);
}

/** Returns the number with the fewest digits that has the same single-precision number as a text. */
export function singleDigits(raw: unknown): number | null {
  const value = single(raw);
  if (value === null || value === 0) return value;
  for (let digits = 1; ; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
