import { formatDay } from "../../../values/calendar.ts";

const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;

/** Converts nanoseconds since 1970 to a date such as `2020-01-31`. */
export function dateString(nanoseconds: bigint): string {
  return formatDay(Number(floorDivide(nanoseconds, DAY)));
}

/**
 * Converts nanoseconds since 1970 to a date and time in UTC such as `2020-01-31 13:45:10.123`.
 *
 * @param precision number of fraction digits of a second.
 */
export function dateTimeString(nanoseconds: bigint, precision: number, separator = " "): string {
  const day = floorDivide(nanoseconds, DAY);
  return `${formatDay(Number(day))}${separator}${timeString(nanoseconds - day * DAY, precision)}`;
}

/** Converts nanoseconds since midnight to a time such as `13:45:10.123`. The end of the day is `24:00:00`. */
export function timeString(nanoseconds: bigint, precision: number): string {
  const seconds = nanoseconds / SECOND;
  const padTwo = (number: bigint) => String(number).padStart(2, "0");
  const clock = `${padTwo(seconds / 3600n)}:${padTwo((seconds / 60n) % 60n)}:${padTwo(seconds % 60n)}`;
  if (precision === 0) return clock;
  return `${clock}.${String(nanoseconds % SECOND)
    .padStart(9, "0")
    .slice(0, precision)}`;
}

function floorDivide(number: bigint, by: bigint): bigint {
  return (number - (((number % by) + by) % by)) / by;
}
