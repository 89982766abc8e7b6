import type { TemporalForms, TemporalScalar } from "../../dialect-types/dialect.ts";
import type { ReadableTests } from "../../dialect-types/readable-tests.ts";
import { rawSql, type SqlText } from "../../fragments/fragment.ts";
import { limitTest } from "../../operations/readable.ts";

export const NANOSECONDS_PER_SECOND = 1_000_000_000n;

/** Nanoseconds of a day. */
export const NANOSECONDS_PER_DAY = 86_400n * NANOSECONDS_PER_SECOND;

/** Midnight of 0001-01-01, in nanoseconds since 1970. */
export const START_OF_YEAR_1 = -62_135_596_800n * NANOSECONDS_PER_SECOND;
/** Midnight of 10000-01-01, in nanoseconds since 1970. */
export const END_OF_YEAR_9999 = 253_402_300_800n * NANOSECONDS_PER_SECOND;

/** Range of a time in nanoseconds since midnight. Both ends are inclusive: `24:00:00` is the end of the day. */
const TIME_RANGE = { from: 0n, to: NANOSECONDS_PER_DAY };

/** Midnight of 9999-12-31, the last date, in nanoseconds since 1970. */
const LAST_DATE = END_OF_YEAR_9999 - NANOSECONDS_PER_DAY;

/** Returns the storable range of each type, starting with the year 1. `last` is the latest instant of a date-time. */
export function calendarRange(last: bigint): (type: TemporalScalar) => ReturnType<TemporalForms["range"]> {
  const ranges = {
    time: TIME_RANGE,
    date: { from: START_OF_YEAR_1, to: LAST_DATE },
    dateTime: { from: START_OF_YEAR_1, to: last },
  };
  return (type) => ranges[type];
}

/** First and last readable values of a type, as SQL. */
export interface ReadableLimits {
  readonly first: string;
  readonly last: string;
}

/** Returns tests that a value is between two limits, both inclusive. */
export function betweenLimits(value: SqlText, { first, last }: ReadableLimits): ReadableTests {
  return {
    notAbove: limitTest(value, "<=", rawSql(last)),
    notBelow: limitTest(value, ">=", rawSql(first)),
  };
}
