/** The proleptic Gregorian calendar of ISO 8601, independent of the local time zone. */

/** Length of a day, without leap seconds. */
export const DAY_IN_MILLISECONDS = 86_400_000;

/** Number of days before each month of a year that is not a leap year. Index 1 is January. */
const DAYS_BEFORE = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;

const DAYS_IN = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Days from 0000-12-31 to 1970-01-01. */
const DAYS_BEFORE_1970 = 719_163;

/** Returns the number of days in a month. `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : DAYS_IN[month]!;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Returns the number of days since 1970-01-01. Requires an existing day in the years 1 to 9999. */
export function dayNumber(year: number, month: number, day: number): number {
  const before = year - 1;
  const leapDays = ((before / 4) | 0) - ((before / 100) | 0) + ((before / 400) | 0);
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0;
  return before * 365 + leapDays + DAYS_BEFORE[month]! + leapDay + day - DAYS_BEFORE_1970;
}

/** Formats a number of days since 1970-01-01 as `yyyy-MM-dd`. */
export function formatDay(number: number): string {
  // This estimate, which uses the mean length of a year, is off by at most one year.
  let year = Math.floor((number + DAYS_BEFORE_1970 - 1) / 365.2425) + 1;
  while (dayNumber(year, 1, 1) > number) year--;
  while (dayNumber(year + 1, 1, 1) <= number) year++;
  let month = 12;
  while (dayNumber(year, month, 1) > number) month--;
  const day = number - dayNumber(year, month, 1) + 1;
  return `${padDigits(year, 4)}-${padDigits(month, 2)}-${padDigits(day, 2)}`;
}

/** Pads an integer >= 0 with leading zeros to at least `width` digits. */
export function padDigits(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
