import type { TemporalForms, TemporalScalar } from "../../dialect-types/dialect.ts";

export const NANOSECONDS_PER_SECOND = 1_000_000_000n;

/** Midnight of 0001-01-01, in nanoseconds since 1970. */
export const START_OF_YEAR_1 = -62_135_596_800n * NANOSECONDS_PER_SECOND;
/** Midnight of 10000-01-01, in nanoseconds since 1970. */
export const END_OF_YEAR_9999 = 253_402_300_800n * NANOSECONDS_PER_SECOND;

/** Range of a time in nanoseconds since midnight. Both ends are inclusive: `24:00:00` is the end of the day. */
const TIME_RANGE = { from: 0n, to: 86_400n * NANOSECONDS_PER_SECOND };

/**
 * Returns the storable range of each type, starting with the year 1. `last` is the latest instant of a date or
 * date-time.
 */
export function calendarRange(last: bigint): (type: TemporalScalar) => ReturnType<TemporalForms["range"]> {
  const range = { from: START_OF_YEAR_1, to: last };
  return (type) => (type === "time" ? TIME_RANGE : range);
}
