/**
 * The proleptic Gregorian calendar of ISO 8601 as plain integer arithmetic: no `Date`, no zone of the machine.
 */

/** Milliseconds of a day. Days have no leap seconds here. */
export const DAY = 86_400_000;

/** Days before each month of a common year; the first entry is unused, so that months count from 1. */
const DAYS_BEFORE = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;

const DAYS_IN = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Days from 0000-12-31 to 1970-01-01, which makes day numbers count from 1970. */
const EPOCH = 719_163;

/** How many days the month (1 to 12) of a year has. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : DAYS_IN[month]!;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The number of a day, 1970-01-01 being 0. Years from 1 to 9999; the day must exist. */
export function dayNumber(year: number, month: number, day: number): number {
  const before = year - 1;
  const leapDays = ((before / 4) | 0) - ((before / 100) | 0) + ((before / 400) | 0);
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0;
  return before * 365 + leapDays + DAYS_BEFORE[month]! + leapDay + day - EPOCH;
}

/** The day of a number, as `yyyy-MM-dd`: the way back from `dayNumber`. */
export function dayText(number: number): string {
  // A first guess by the mean length of a year is at most one year off.
  let year = Math.floor((number + EPOCH - 1) / 365.2425) + 1;
  while (dayNumber(year, 1, 1) > number) year--;
  while (dayNumber(year + 1, 1, 1) <= number) year++;
  let month = 12;
  while (dayNumber(year, month, 1) > number) month--;
  const day = number - dayNumber(year, month, 1) + 1;
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

/** A whole number with leading zeros. */
export function digits(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
