import { formatInstant, readTemporal, lastReadInstant, type TemporalType } from "../../values/instant.ts";
import type { ScalarType } from "../../values/types.ts";

/**
 * What drivers give, as rows in memory have it. Drivers differ in how they hand over the same value; what a dialect
 * promises of them stands at `Dialect.read`.
 */

/** Makes the function that reads values of a type. What is none of them is null, as it is to a filter. */
export function valueReader(type: ScalarType): (value: unknown) => unknown {
  switch (type) {
    case "boolean":
      return readBoolean;
    case "integer":
      return readInteger;
    case "number":
      return readNumber;
    case "string":
      return (value) => (typeof value === "string" ? value : null);
    default:
      return (value) => readInstantText(type, value);
  }
}

const TRUE: ReadonlySet<unknown> = new Set([true, 1, 1n, "1", "t", "true"]);
const FALSE: ReadonlySet<unknown> = new Set([false, 0, 0n, "0", "f", "false"]);

export function readBoolean(value: unknown): boolean | null {
  return TRUE.has(value) ? true : FALSE.has(value) ? false : null;
}

/** A number where it keeps each digit, else a bigint. */
export function readInteger(value: unknown): number | bigint | null {
  if (typeof value === "number") return value;
  const whole =
    typeof value === "bigint"
      ? value
      : typeof value === "string" && /^-?[0-9]{1,40}$/.test(value)
        ? BigInt(value)
        : null;
  if (whole === null) return null;
  const small = Number(whole);
  return Number.isSafeInteger(small) ? small : whole;
}

function readNumber(value: unknown): number | null {
  if (typeof value === "string" && value.trim() === "") return null;
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" || typeof value === "bigint"
        ? Number(value)
        : NaN;
  return Number.isFinite(number) ? number : null;
}

/** The canonical text of an instant: in UTC, with the fewest digits of a fraction that keep it whole. */
function readInstantText(type: TemporalType, value: unknown): string | null {
  if (typeof value === "number" || typeof value === "bigint") {
    if (type !== "dateTime") return null;
    const milliseconds = Number(value);
    if (!Number.isInteger(milliseconds)) return null;
    return milliseconds < FIRST || milliseconds > LAST
      ? null
      : formatInstant({ milliseconds, nanoseconds: 0 }, type);
  }
  if (typeof value !== "string") return null;
  if (!readTemporal(type, type === "date" ? value : withPlainZone(value))) return null;
  return formatInstant({ ...lastReadInstant }, type);
}

/** The first and the last millisecond of the years 0001 to 9999. */
const FIRST = -62_135_596_800_000;
const LAST = 253_402_300_800_000;

/** `2020-01-31 13:45:10+02` as `2020-01-31T13:45:10+02:00`, which is how a database may write it. */
function withPlainZone(text: string): string {
  const joined = text.charCodeAt(10) === SPACE ? `${text.slice(0, 10)}T${text.slice(11)}` : text;
  return /:[0-9.]+[+-][0-9]{2}$/.test(joined) ? `${joined}:00` : joined;
}

const SPACE = 0x20;
