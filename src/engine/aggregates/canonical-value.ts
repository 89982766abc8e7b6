import { readInstant } from "../../functions/in-memory/compare-values.ts";
import { formatInstant, lastReadInstant } from "../../values/instant.ts";
import { isTemporal, type ScalarType, type Value } from "../../values/types.ts";

/**
 * Returns a converter to the one form in which all collections return equal values: instants in UTC, integers as numbers
 * if they are safe, zero without a sign. Unreadable instants become null.
 */
export function canonicalValue(type: ScalarType): (value: Value) => Value {
  if (isTemporal(type)) {
    return (value) => (readInstant(type, value) ? formatInstant({ ...lastReadInstant }, type) : null);
  }
  if (type === "integer") return canonicalInteger;
  return type === "number" ? canonicalNumber : (value) => value;
}

function canonicalInteger(value: Value): Value {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value + 0 : BigInt(value);
  return typeof value === "bigint" ? smallest(value) : value;
}

function canonicalNumber(value: Value): Value {
  if (typeof value === "number") return value + 0;
  if (typeof value !== "bigint") return value;
  const double = Number(value);
  return Number.isFinite(double) && BigInt(double) === value ? double : value;
}

/** Returns an integer as a number if it is safe. */
export function smallest(value: bigint): number | bigint {
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : value;
}
