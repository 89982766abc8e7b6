import { readInstant } from "../../../functions/in-memory/compare-values.ts";
import { nextDouble, previousDouble } from "../../../values/adjacent-doubles.ts";
import { lastReadInstant, type Instant, type TemporalType } from "../../../values/instant.ts";
import type { KeyPosition } from "../kernels/order-key.ts";
import { isTemporal, type Value, type ValueType } from "../../../values/types.ts";

/** Doubles next to a value: the highest double <= the value, and the lowest double >= the value. */
export interface NearestDoubles {
  readonly floor: number;
  readonly ceiling: number;
}

export function nearestDoubles(value: number | bigint): NearestDoubles {
  const double = Number(value);
  if (typeof value === "number" || (Number.isFinite(double) && BigInt(double) === value))
    return { floor: double, ceiling: double };
  if (double === Infinity) return { floor: Number.MAX_VALUE, ceiling: Infinity };
  if (double === -Infinity) return { floor: -Infinity, ceiling: -Number.MAX_VALUE };
  return BigInt(double) < value
    ? { floor: double, ceiling: nextDouble(double) }
    : { floor: previousDouble(double), ceiling: double };
}

/** Unit of the numbers in a column. Instants are counted from 1970-01-01T00:00Z. */
export type NumberUnit = "number" | "millisecond" | "microsecond";

export function nearestInstants(unit: NumberUnit, { milliseconds, nanoseconds }: Instant): NearestDoubles {
  if (unit === "millisecond") {
    return { floor: milliseconds, ceiling: nanoseconds === 0 ? milliseconds : milliseconds + 1 };
  }
  const floor = milliseconds * 1000 + Math.floor(nanoseconds / 1000);
  return { floor, ceiling: nanoseconds % 1000 === 0 ? floor : floor + 1 };
}

/** An instant that needs a finer unit. */
export const FINER = Symbol("finer");
/** A value that no double represents. */
export const EXCEPTION = Symbol("exception");

/** Returns the number of a value in a column. Null for values that are not of the type. */
export function columnNumber(
  type: ValueType["type"],
  unit: NumberUnit,
  value: Value,
): number | null | typeof FINER | typeof EXCEPTION {
  if (value === null) return null;
  if (isTemporal(type)) return instantOf(type, unit, value);
  if (typeof value === "bigint") {
    const double = Number(value);
    return Number.isFinite(double) && BigInt(double) === value ? double : EXCEPTION;
  }
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  return type === "integer" && !Number.isInteger(value) ? null : value;
}

function instantOf(type: TemporalType, unit: NumberUnit, value: Value): ReturnType<typeof columnNumber> {
  if (!readInstant(type, value)) return null;
  const { milliseconds, nanoseconds } = lastReadInstant;
  if (unit === "millisecond") return nanoseconds === 0 ? milliseconds : FINER;
  const microseconds = milliseconds * 1000 + nanoseconds / 1000;
  return nanoseconds % 1000 === 0 && Number.isSafeInteger(microseconds) ? microseconds : EXCEPTION;
}

/** Returns where a value belongs in the order of a column's numbers. Undefined if the value is not of the member's type. */
export function positionOfValue(
  type: ValueType["type"],
  unit: NumberUnit,
  value: Value,
): KeyPosition | undefined {
  if (value === null) return { number: NaN, isExact: true };
  if (!isTemporal(type)) {
    if (typeof value !== "bigint" && !(typeof value === "number" && Number.isFinite(value))) return undefined;
    const { floor, ceiling } = nearestDoubles(value);
    return { number: floor, isExact: floor === ceiling };
  }
  if (!readInstant(type, value)) return undefined;
  const { floor, ceiling } = nearestInstants(unit, lastReadInstant);
  return { number: floor, isExact: floor === ceiling };
}
