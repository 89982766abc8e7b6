import { DAY, dayNumber, dayText, daysInMonth, digits } from "./calendar.ts";

/*
 * Dates, times and date-times: their text becomes a place on the time line, and places are what is compared, to the
 * nanosecond. Rows are read here, one text at a time, so the reader goes over character codes, leaves its result in
 * one shared object and allocates nothing. Neither `Date` nor the zone of the machine takes part: a text without a
 * zone is in UTC. Rule: grammar.md, "Dates and times".
 *
 *   date      yyyy-MM-dd                     years 0001 to 9999
 *   time      HH:mm[:ss[.fraction]][zone]    fraction of 1 to 9 digits; 24:00:00 is the end of the day
 *   date-time <date>T<time>                  T24:00:00 is the first instant of the next day
 *   zone      Z | +HH:mm | -HH:mm            at most 18:00 from UTC
 */

export type TemporalType = "date" | "time" | "dateTime";

/**
 * A place on the time line: whole milliseconds since 1970-01-01T00:00:00Z, and the nanoseconds (0 to 999 999) beyond.
 * A date is its first instant in UTC. A time counts from midnight, its zone taken off and nothing wrapped, so that
 * it may lie before midnight or after the end of the day.
 */
export interface Instant {
  readonly milliseconds: number;
  readonly nanoseconds: number;
}

/** Where `readTemporal` leaves its result. It holds until the next reading; copy it to keep it. */
export const reading: { milliseconds: number; nanoseconds: number } = { milliseconds: 0, nanoseconds: 0 };

/**
 * The instant of a text, or undefined if the whole text is not exactly of the form.
 *
 * @example parseTemporal("time", "00:00:01.5") // { milliseconds: 1500, nanoseconds: 0 }
 */
export function parseTemporal(type: TemporalType, text: string): Instant | undefined {
  return readTemporal(type, text) ? { ...reading } : undefined;
}

/**
 * Reads a text without allocating: true if the whole text is of the form, and then `reading` holds the instant.
 * `any-dated` takes a date or a date-time, since these two compare with each other.
 */
export function readTemporal(type: TemporalType | "any-dated", text: string): boolean {
  if (type === "time") return readClock(text, 0, 0);
  if (text.length === 10) {
    if (type === "dateTime") return false;
    const day = readDay(text);
    if (day === NO_DAY) return false;
    reading.milliseconds = day * DAY;
    reading.nanoseconds = 0;
    return true;
  }
  if (type === "date" || text.length < SHORTEST_DATE_TIME || text.charCodeAt(10) !== T) return false;
  const day = readDay(text);
  return day !== NO_DAY && readClock(text, 11, day * DAY);
}

/** Orders two instants of comparable types: below zero if `a` is earlier. */
export function compareInstants(a: Instant, b: Instant): number {
  return a.milliseconds - b.milliseconds || a.nanoseconds - b.nanoseconds;
}

/** Which of the three forms a text has, or undefined if it is none of them or names a day or an hour that is not. */
export function classifyTemporal(text: string): TemporalType | undefined {
  if (readTemporal("dateTime", text)) return "dateTime";
  if (readTemporal("date", text)) return "date";
  return readTemporal("time", text) ? "time" : undefined;
}

/**
 * The canonical text of an instant: in UTC (`Z`), with a fraction of 0, 3, 6 or 9 digits, the fewest that keep it
 * whole. An instant that UTC cannot write (a time before midnight or after the end of the day, a date-time just
 * outside of the years 0001 to 9999) is written in the nearest whole-hour zone that can. A date is its day in UTC.
 *
 * @example formatInstant({ milliseconds: 1500, nanoseconds: 0 }, "time") // "00:00:01.500Z"
 */
export function formatInstant(instant: Instant, type: TemporalType): string {
  const { milliseconds, nanoseconds } = instant;
  if (type === "date") return dayText(Math.floor(milliseconds / DAY));
  const first = type === "time" ? 0 : FIRST;
  const last = type === "time" ? DAY : LAST;
  const late = milliseconds - last + nanoseconds / 1_000_000;
  const early = first - milliseconds;
  const zone = late > 0 ? -Math.ceil(late / HOUR) : early > 0 ? Math.ceil(early / HOUR) : 0;
  const local = milliseconds + zone * HOUR;
  const isEnd = local === last;
  const day = Math.floor(local / DAY) - (isEnd ? 1 : 0);
  const date = type === "time" ? "" : `${dayText(day)}T`;
  return date + clockText(local - day * DAY, nanoseconds) + zoneText(zone);
}

function clockText(milliseconds: number, nanoseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const fraction = digits(milliseconds % 1000, 3) + digits(nanoseconds, 6);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const width = fraction.endsWith("000000000") ? 0 : nanoseconds === 0 ? 3 : nanoseconds % 1000 === 0 ? 6 : 9;
  return clock.map((part) => digits(part, 2)).join(":") + (width === 0 ? "" : `.${fraction.slice(0, width)}`);
}

function zoneText(hours: number): string {
  return hours === 0 ? "Z" : `${hours < 0 ? "-" : "+"}${digits(Math.abs(hours), 2)}:00`;
}

/*
 * A digit d, taken as code - 48, is none where `d | (9 - d)` is below zero. The readers join these for all digits of
 * a part and branch once.
 */

/** The number of the day that the first ten characters name, or `NO_DAY`. The text has at least ten. */
function readDay(text: string): number {
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

/** Reads a time from `at` to the end of the text into `reading`, on the day that begins at `midnight`. */
function readClock(text: string, at: number, midnight: number): boolean {
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
      nanoseconds *= SCALE[position - first]!;
    }
  }
  if (hour === 24 && (minute | second | nanoseconds) !== 0) return false;
  const zone = position === end ? 0 : readZone(text, position);
  if (zone === NO_ZONE) return false;
  const milliseconds = (nanoseconds / 1_000_000) | 0;
  reading.milliseconds = midnight + (((hour * 60 + minute - zone) * 60 + second) * 1000 + milliseconds);
  reading.nanoseconds = nanoseconds - milliseconds * 1_000_000;
  return true;
}

/** The minutes east of UTC of the zone from `at` to the end of the text, or `NO_ZONE`. */
function readZone(text: string, at: number): number {
  const sign = text.charCodeAt(at);
  if (text.length === at + 1) return sign === Z ? 0 : NO_ZONE;
  if (text.length !== at + 6 || text.charCodeAt(at + 3) !== COLON) return NO_ZONE;
  const hours = twoDigits(text, at + 1);
  const minutes = twoDigits(text, at + 4);
  if (hours < 0 || minutes < 0 || minutes > 59) return NO_ZONE;
  const zone = hours * 60 + minutes;
  if (zone > FARTHEST_ZONE) return NO_ZONE;
  return sign === PLUS ? zone : sign === MINUS ? -zone : NO_ZONE;
}

/** The number of two decimal digits, or below zero if there is anything else. */
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

/** What makes a fraction of so many digits count nanoseconds. */
const SCALE = [0, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1] as const;

/** `2020-01-01T00:00` */
const SHORTEST_DATE_TIME = 16;

const HOUR = 3_600_000;
const FARTHEST_ZONE = 18 * 60;
const NO_DAY = 0x3fff_ffff;
const NO_ZONE = 0x3fff_ffff;

/** 0001-01-01T00:00:00Z and 9999-12-31T24:00:00Z. */
const FIRST = dayNumber(1, 1, 1) * DAY;
const LAST = (dayNumber(9999, 12, 31) + 1) * DAY;
