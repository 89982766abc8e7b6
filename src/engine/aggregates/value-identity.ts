import { readInstant } from "../../functions/in-memory/compare-values.ts";
import { lastReadInstant } from "../../values/instant.ts";
import { isTemporal, type Value } from "../../values/types.ts";

/**
 * Returns a Map key that equal values share, such as 1 and 1n. Returns undefined for null and unreadable
 * instants.
 */
export function identityKey(value: Value, type: string): unknown {
  if (value === null) return undefined;
  if (isTemporal(type))
    return readInstant(type, value)
      ? `${lastReadInstant.milliseconds} ${lastReadInstant.nanoseconds}`
      : undefined;
  if (typeof value === "bigint") {
    const double = Number(value);
    return Number.isSafeInteger(double) ? double : value;
  }
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
    return BigInt(value);
  return value;
}
