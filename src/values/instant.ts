import { DAY_IN_MILLISECONDS, dayNumber, formatDay, daysInMonth, padDigits } from "./calendar.ts";

/*
 * Instants with nanosecond precision. Evaluation parses one string per row, so the parser reads character codes and allocates
 * nothing.
 * Without a time zone, strings are in UTC: grammar.md, "Dates and times".
 *
 *   date      yyyy-MM-dd                     years 0001 to 9999
 *   time      HH:mm[:ss[.fraction]][zone]    fraction of 1 to 9 digits; 24:00:00 is the end of the day
 *   date-time <date>T<time>                  T24:00:00 is the first instant of the next day
 *   zone      Z | +HH:mm | -HH:mm            at most 18:00 from UTC
 *
 * These are the formats of literals. Stored values can also have the formats that databases and programs write: a space in place
 * of the `T`, a space before the zone, and a zone in hours (`+HH`) or without a colon (`+HHmm`).
 *
 * A string is a value if it has one of these formats. A `Date`, and milliseconds in a database, are one in the years 0001 to 9999
 * in UTC: exactly if the string that `JSON.stringify` writes for the `Date` is one. Every other instant is null, in rows, cursors,
 * JSON and databases.
 */

export type TemporalType = "date" | "time" | "dateTime";

/**
 * Milliseconds since 1970-01-01T00:00:00Z, plus nanoseconds from 0 to 999 999. A date is its first instant in UTC. A time is
 * relative to midnight UTC and does not wrap around: with a zone it can be negative or greater than a day.
 */
export interface Instant {
  readonly milliseconds: number;
  readonly nanoseconds: number;
}

/** Result of the last successful call of `readTemporal` or `readStoredTemporal`. The next call overwrites it. */
export const lastReadInstant: { milliseconds: number; nanoseconds: number } = {
  milliseconds: 0,
  nanoseconds: 0,
};

/** @example parseTemporal("time", "00:00:01.5") // { milliseconds: 1500, nanoseconds: 0 } */
export function parseTemporal(type: TemporalType, text: string): Instant | undefined {
  return readTemporal(type, text) ? { ...lastReadInstant } : undefined;
}

/**
 * Parses a literal into `lastReadInstant` without allocation. Returns whether the string matches the format exactly.
 * `any-dated` accepts dates and date-times.
 */
export function readTemporal(type: TemporalType | "any-dated", text: string): boolean {
  return isValid(type, text, false);
}

/**
 * Parses a value of a row like `readTemporal`, but also accepts the formats that databases and programs write. Every reader of stored
 * values calls this function, so that a value has one meaning in all of them.
 *
 * @example readStoredTemporal("dateTime", "2020-01-31 13:45:10 +02") // true
 */
export function readStoredTemporal(type: TemporalType | "any-dated", text: string): boolean {
  return isValid(type, text, true);
}

function isValid(type: TemporalType | "any-dated", text: string, isStored: boolean): boolean {
  if (type === "time") return readTime(text, 0, 0, isStored);
  if (text.length === 10) {
    if (type === "dateTime") return false;
    const day = readDate(text);
    if (day === NO_DAY) return false;
    lastReadInstant.milliseconds = day * DAY_IN_MILLISECONDS;
    lastReadInstant.nanoseconds = 0;
    return true;
  }
  if (type === "date" || text.length < MINIMUM_DATE_TIME_LENGTH) return false;
  const separator = text.charCodeAt(10);
  if (separator !== T && !(isStored && separator === SPACE)) return false;
  const day = readDate(text);
  return day !== NO_DAY && readTime(text, 11, day * DAY_IN_MILLISECONDS, isStored);
}

/** Returns a negative number if `a` is earlier, 0 if they are equal. Requires two values of comparable types. */
export function compareInstants(a: Instant, b: Instant): number {
  return a.milliseconds - b.milliseconds || a.nanoseconds - b.nanoseconds;
}

/** Returns the type of a literal; undefined if the string is not one. */
export function classifyTemporal(text: string): TemporalType | undefined {
  return classify(text, false);
}

/** Returns the type of a stored value; undefined if the string is neither a date nor a time. */
export function classifyStoredTemporal(text: string): TemporalType | undefined {
  return classify(text, true);
}

function classify(text: string, isStored: boolean): TemporalType | undefined {
  if (isValid("dateTime", text, isStored)) return "dateTime";
  if (isValid("date", text, isStored)) return "date";
  return isValid("time", text, isStored) ? "time" : undefined;
}

/**
 * Formats an instant in UTC (`Z`), with the shortest exact fraction of 0, 3, 6 or 9 digits. Times and date-times outside the
 * range of UTC literals are written in the nearest whole-hour zone that can represent them. A date is its day in UTC.
 *
 * @example formatInstant({ milliseconds: 1500, nanoseconds: 0 }, "time") // "00:00:01.500Z"
 */
export function formatInstant(instant: Instant, type: TemporalType): string {
  const { milliseconds, nanoseconds } = instant;
  if (type === "date") return formatDay(Math.floor(milliseconds / DAY_IN_MILLISECONDS));
  const first = type === "time" ? 0 : FIRST_DATE;
  const last = type === "time" ? DAY_IN_MILLISECONDS : LATEST_DATE_TIME;
  const late = milliseconds - last + nanoseconds / 1_000_000;
  const early = first - milliseconds;
  const zone =
    late > 0
      ? -Math.ceil(late / HOUR_IN_MILLISECONDS)
      : early > 0
        ? Math.ceil(early / HOUR_IN_MILLISECONDS)
        : 0;
  const local = milliseconds + zone * HOUR_IN_MILLISECONDS;
  const isEnd = local === last;
  const day = Math.floor(local / DAY_IN_MILLISECONDS) - (isEnd ? 1 : 0);
  const date = type === "time" ? "" : `${formatDay(day)}T`;
  return date + clockText(local - day * DAY_IN_MILLISECONDS, nanoseconds) + zoneText(zone);
}

function clockText(milliseconds: number, nanoseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const fraction = padDigits(milliseconds % 1000, 3) + padDigits(nanoseconds, 6);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const width = fraction.endsWith("000000000") ? 0 : nanoseconds === 0 ? 3 : nanoseconds % 1000 === 0 ? 6 : 9;
  return (
    clock.map((part) => padDigits(part, 2)).join(":") + (width === 0 ? "" : `.${fraction.slice(0, width)}`)
  );
}

function zoneText(hours: number): string {
  return hours === 0 ? "Z" : `${hours < 0 ? "-" : "+"}${padDigits(Math.abs(hours), 2)}:00`;
}

/*
 * For d = character code - 48, `d | (9 - d)` is negative if the character is not a digit. Combining these values of several
 * digits with `|` tests all of them with one branch.
 */

/**
 * Returns the day number of the date at the start of `text`, or `NO_DAY` if there is no such day. Requires at least ten
 * characters.
 */
function readDate(text: string): number {
  const y0 = text.charCodeAt(0) - ZERO;
  const y1 = text.charCodeAt(1) - ZERO;
  const y2 = text.charCodeAt(2) - ZERO;
  const y3 = text.charCodeAt(3) - ZERO;
  const m0 = text.charCodeAt(5) - ZERO;
  const m1 = text.charCodeAt(6) - ZERO;
  const d0 = text.charCodeAt(8) - ZERO;
  const d1 = text.charCodeAt(9) - ZERO;
  const ofYear = y0 | (9 - y0) | y1 | (9 - y1) | y2 | (9 - y2) | y3 | (9 - y3);
  const ofDay = m0 | (9 - m0) | m1 | (9 - m1) | d0 | (9 - d0) | d1 | (9 - d1);
  const separators = (text.charCodeAt(4) ^ MINUS) | (text.charCodeAt(7) ^ MINUS);
  if ((ofYear | ofDay) < 0 || separators !== 0) return NO_DAY;
  const year = y0 * 1000 + y1 * 100 + y2 * 10 + y3;
  const month = m0 * 10 + m1;
  const day = d0 * 10 + d1;
  if (year === 0 || month === 0 || month > 12 || day === 0) return NO_DAY;
  return day > 28 && day > daysInMonth(year, month) ? NO_DAY : dayNumber(year, month, day);
}

/** Reads a time from offset `at` to the end of the string. `midnight` is the start of its day in milliseconds. */
function readTime(text: string, at: number, midnight: number, isStored: boolean): boolean {
  const end = text.length;
  if (end < at + 5) return false;
  const h0 = text.charCodeAt(at) - ZERO;
  const h1 = text.charCodeAt(at + 1) - ZERO;
  const m0 = text.charCodeAt(at + 3) - ZERO;
  const m1 = text.charCodeAt(at + 4) - ZERO;
  const wrong = h0 | (9 - h0) | h1 | (9 - h1) | m0 | (9 - m0) | m1 | (9 - m1);
  if (wrong < 0 || text.charCodeAt(at + 2) !== COLON) return false;
  const hour = h0 * 10 + h1;
  const minute = m0 * 10 + m1;
  if (hour > 24 || minute > 59) return false;
  let position = at + 5;
  let second = 0;
  let nanoseconds = 0;
  if (position < end && text.charCodeAt(position) === COLON) {
    if (position + 3 > end) return false;
    second = twoDigits(text, position + 1);
    if (second < 0 || second > 59) return false;
    position += 3;
    if (position < end && text.charCodeAt(position) === DOT) {
      const first = ++position;
      let digit = 0;
      while (position < end && (digit = text.charCodeAt(position) - ZERO) >= 0 && digit <= 9) {
        if (++position - first > 9) return false;
        nanoseconds = nanoseconds * 10 + digit;
      }
      if (position === first) return false;
      nanoseconds *= NANOSECONDS_PER_FRACTION_UNIT[position - first]!;
    }
  }
  if (hour === 24 && (minute | second | nanoseconds) !== 0) return false;
  const zone = position === end ? 0 : readZone(text, position, isStored);
  if (zone === NO_ZONE) return false;
  const milliseconds = (nanoseconds / 1_000_000) | 0;
  lastReadInstant.milliseconds =
    midnight + (((hour * 60 + minute - zone) * 60 + second) * 1000 + milliseconds);
  lastReadInstant.nanoseconds = nanoseconds - milliseconds * 1_000_000;
  return true;
}

/** Reads a time zone from offset `from` to the end of the string. Returns minutes east of UTC, or `NO_ZONE`. */
function readZone(text: string, from: number, isStored: boolean): number {
  const at = isStored && text.charCodeAt(from) === SPACE ? from + 1 : from;
  const sign = text.charCodeAt(at);
  if (text.length === at + 1) return sign === Z ? 0 : NO_ZONE;
  const isInHours = isStored && text.length === at + 3;
  const isShort = isStored && text.length === at + 5;
  if (!isInHours && !isShort && (text.length !== at + 6 || text.charCodeAt(at + 3) !== COLON)) return NO_ZONE;
  const hours = twoDigits(text, at + 1);
  const minutes = isInHours ? 0 : twoDigits(text, isShort ? at + 3 : at + 4);
  if (hours < 0 || minutes < 0 || minutes > 59) return NO_ZONE;
  const zone = hours * 60 + minutes;
  if (zone > MAXIMUM_ZONE_MINUTES) return NO_ZONE;
  return sign === PLUS ? zone : sign === MINUS ? -zone : NO_ZONE;
}

/** Returns the number at offset `at`, or -1 if the two characters are not digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return (tens | (9 - tens) | ones | (9 - ones)) < 0 ? -1 : tens * 10 + ones;
}

const ZERO = 0x30;
const COLON = 0x3a;
const DOT = 0x2e;
const PLUS = 0x2b;
const MINUS = 0x2d;
const T = 0x54;
const Z = 0x5a;
const SPACE = 0x20;

/** Nanoseconds per unit of the last digit of a fraction, by its number of digits. */
const NANOSECONDS_PER_FRACTION_UNIT = [0, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1] as const;

/** Length of `2020-01-01T00:00`. */
const MINIMUM_DATE_TIME_LENGTH = 16;

const HOUR_IN_MILLISECONDS = 3_600_000;
const MAXIMUM_ZONE_MINUTES = 18 * 60;
const NO_DAY = 0x3fff_ffff;
const NO_ZONE = 0x3fff_ffff;

/** 0001-01-01, the first day that a date can be, in milliseconds since 1970. */
export const FIRST_DATE = dayNumber(1, 1, 1) * DAY_IN_MILLISECONDS;
/** 9999-12-31, the last day that a date can be, in milliseconds since 1970. */
export const LAST_DATE = dayNumber(9999, 12, 31) * DAY_IN_MILLISECONDS;

/** The end of 9999-12-31 in UTC, in milliseconds since 1970. */
const LATEST_DATE_TIME = LAST_DATE + DAY_IN_MILLISECONDS;

/** Returns whether a `Date` with this time, or milliseconds in a database, are a value. False for NaN. */
export function isInstantValue(milliseconds: number): boolean {
  return milliseconds >= FIRST_DATE && milliseconds < LATEST_DATE_TIME;
}
