import {
  formatInstant,
  isInstantValue,
  readStoredTemporal,
  lastReadInstant,
  type TemporalType,
} from "../../values/instant.ts";
import { isSafeInteger, type ScalarValueType } from "../../values/types.ts";

/**
 * Returns a function that converts a driver's value, in each form that `Dialect.selectValue` lists. Any other value
 * becomes null.
 */
export function valueReader(valueType: ScalarValueType): (value: unknown) => unknown {
  const { type } = valueType;
  if (isSafeInteger(valueType)) return readSafeInteger;
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
      return (value) => readInstant(type, value);
  }
}

const TRUE: ReadonlySet<unknown> = new Set([true, 1, 1n, "1", "t", "true"]);
const FALSE: ReadonlySet<unknown> = new Set([false, 0, 0n, "0", "f", "false"]);

export function readBoolean(value: unknown): boolean | null {
  return TRUE.has(value) ? true : FALSE.has(value) ? false : null;
}

/** Length of strings that are always safe integers if they have only digits and a sign. */
const SAFE_LENGTH = 15;

/**
 * Converts a driver's value to an integer: a number if it is a safe integer, otherwise a bigint. Other values become
 * null.
 */
export function readInteger(value: unknown): number | bigint | null {
  if (typeof value === "number") return value;
  if (typeof value === "string") {
    if (!/^-?[0-9]{1,78}$/.test(value)) return null;
    // The sum of -0 and 0 is 0.
    if (value.length <= SAFE_LENGTH) return Number(value) + 0;
  } else if (typeof value !== "bigint") return null;
  const integer = BigInt(value);
  const small = Number(integer);
  return Number.isSafeInteger(small) ? small : integer;
}

function readSafeInteger(value: unknown): number | null {
  const integer = readInteger(value);
  return Number.isSafeInteger(integer) ? (integer as number) : null;
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

/** Converts a driver's value to an ISO 8601 string in UTC, with as few fraction digits as possible. */
function readInstant(type: TemporalType, value: unknown): string | null {
  if (typeof value === "number" || typeof value === "bigint") {
    if (type !== "dateTime") return null;
    const milliseconds = Number(value);
    if (!Number.isInteger(milliseconds)) return null;
    return isInstantValue(milliseconds) ? formatInstant({ milliseconds, nanoseconds: 0 }, type) : null;
  }
  if (typeof value !== "string") return null;
  if (!readStoredTemporal(type, value)) return null;
  return formatInstant({ ...lastReadInstant }, type);
}
