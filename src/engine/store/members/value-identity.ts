import { readInstant } from "../../../functions/in-memory/value-order.ts";
import { lastReadInstant } from "../../../values/instant.ts";
import { isTemporal, type Value } from "../../../values/types.ts";

/**
 * What a value is found by in a map: values of a type that are equal to the language give the same, as 1 and 1n do, or
 * one instant in two zones. Undefined for null, and for what is no instant where the type is one.
 */
export function identityOf(value: Value, type: string): unknown {
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
