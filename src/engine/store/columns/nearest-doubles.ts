import { nextDouble, previousDouble } from "../../../values/adjacent-doubles.ts";
import type { Instant } from "../../../values/instant.ts";

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
