import { DAY_IN_MILLISECONDS, dayNumber, daysInMonth, formatDay, isLeapYear, padDigits } from "./calendar.ts";

/*
 * Dates in formats that the language does not accept, so that diagnostics can suggest the accepted form. The results are those of
 * Luxon, which browsers would otherwise load for these few formats.
 */

interface Clock {
  /** Milliseconds from midnight in the written zone. */
  readonly milliseconds: number;
  /** Minutes east of UTC. */
  readonly zone: number;
}

/**
 * Reads the basic format (`20200131T134510Z`), the format of weeks (`2020-W05-5`) and that of days of a year (`2020-031`) of ISO
 * 8601. Returns a date for texts without a time, and otherwise a date-time in UTC. Undefined for other texts.
 */
export function readOtherIso(text: string): string | undefined {
  const [date = "", time] = text.split("T", 2);
  const day = readDay(date);
  if (day === undefined || text.split("T").length > 2) return undefined;
  if (time === undefined) return formatYears(day, undefined);
  const clock = readIsoTime(time);
  return clock && formatYears(day, clock);
}

function readDay(text: string): number | undefined {
  const [, year = "", month, monthDay, week, weekday, yearDay] =
    /^(\d{4})(?:-?(\d\d)-?(\d\d)|-?W(\d\d)-?(\d)|-?(\d{3}))$/.exec(text) ?? [];
  const y = Number(year);
  if (year === "" || y === 0) return undefined;
  if (month !== undefined) return dayOf(y, Number(month), Number(monthDay));
  if (yearDay !== undefined) {
    const day = Number(yearDay);
    return day >= 1 && day <= (isLeapYear(y) ? 366 : 365) ? dayNumber(y, 1, 1) + day - 1 : undefined;
  }
  const w = Number(week);
  const d = Number(weekday);
  if (w < 1 || d < 1 || d > 7) return undefined;
  const monday = firstMonday(y);
  return w <= weeksOf(y) ? monday + (w - 1) * 7 + d - 1 : undefined;
}

function dayOf(year: number, month: number, day: number): number | undefined {
  const exists = year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return exists ? dayNumber(year, month, day) : undefined;
}

/** Returns 1 for Monday to 7 for Sunday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** Returns the Monday of the first week of a year: the week with January 4. */
function firstMonday(year: number): number {
  const fourth = dayNumber(year, 1, 4);
  return fourth - weekdayOf(fourth) + 1;
}

function weeksOf(year: number): number {
  return (firstMonday(year + 1) - firstMonday(year)) / 7;
}

const ISO_TIME = /^(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,30}))?)?)?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)?$/;

function readIsoTime(text: string): Clock | undefined {
  const match = ISO_TIME.exec(text);
  if (match === null) return undefined;
  const [, hour, minute, second, fraction = "", , zoneHours, zoneMinutes] = match;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
  return clockOf(hour!, minute, second, milliseconds, zoneOf(zoneHours, zoneMinutes));
}

function clockOf(hour: string, minute = "0", second = "0", milliseconds = 0, zone = 0): Clock | undefined {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  const isEnd = h === 24 && m === 0 && s === 0 && milliseconds === 0;
  if ((h > 23 && !isEnd) || m > 59 || s > 59) return undefined;
  return { milliseconds: ((h * 60 + m) * 60 + s) * 1000 + milliseconds, zone };
}

function zoneOf(hours = "0", minutes = "0"): number {
  const sign = hours.startsWith("-") ? -1 : 1;
  return Number(hours) * 60 + sign * Number(minutes);
}

const MONTH_NAMES = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const MONTH = MONTH_NAMES.join("|");
const SHORT_WEEKDAY = WEEKDAYS.map((name) => name.slice(0, 3)).join("|");

const MAIL = new RegExp(
  String.raw`^(?:(${SHORT_WEEKDAY}),\s)?(\d{1,2})\s(${MONTH})\s(\d{2,4})\s(\d\d):(\d\d)(?::(\d\d))?\s(?:(UT|GMT|[ECMP][SD]T)|[Zz]|([+-]\d\d)(\d\d))$`,
);
/** The obsolete format of RFC 850, which HTTP still accepts. */
const HTTP = new RegExp(
  String.raw`^(${WEEKDAYS.join("|")}), (\d\d)-(${MONTH})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$`,
);

/** Hours east of UTC of the zones of RFC 2822. */
const ZONES: ReadonlyMap<string, number> = new Map([
  ["EDT", -4],
  ["EST", -5],
  ["CDT", -5],
  ["CST", -6],
  ["MDT", -6],
  ["MST", -7],
  ["PDT", -7],
  ["PST", -8],
]);

/** Reads a date of mail (RFC 2822) or HTTP (RFC 9110). Returns a date-time in UTC, or undefined for other texts. */
export function readMailDate(text: string): string | undefined {
  const plain = text
    .replaceAll(/\([^()]*\)|[\n\t]/g, " ")
    .replaceAll(/(\s\s+)/g, " ")
    .trim();
  const mail = MAIL.exec(plain);
  const [, weekday, day, month, year, hour, minute, second, zone, zoneHours, zoneMinutes] =
    mail ?? HTTP.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const epochDay = dayOf(fullYear(year!), MONTH_NAMES.indexOf(month!) + 1, Number(day));
  if (epochDay === undefined) return undefined;
  if (weekday !== undefined && !WEEKDAYS[weekdayOf(epochDay) - 1]!.startsWith(weekday)) return undefined;
  const east = zone === undefined ? zoneOf(zoneHours, zoneMinutes) : (ZONES.get(zone) ?? 0) * 60;
  const clock = clockOf(hour, minute, second, 0, east);
  return clock && formatYears(epochDay, clock);
}

/** Returns a year with four digits. Years of two digits are 1961 to 2060. */
function fullYear(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year > 60 ? 1900 + year : 2000 + year;
}

/** Formats a date, or a date-time in UTC with milliseconds unless they are zero. Undefined outside of the years 1 to 9999. */
function formatYears(day: number, clock: Clock | undefined): string | undefined {
  if (clock === undefined) return isInYears(day) ? formatDay(day) : undefined;
  const instant = day * DAY_IN_MILLISECONDS + clock.milliseconds - clock.zone * 60_000;
  const utcDay = Math.floor(instant / DAY_IN_MILLISECONDS);
  if (!isInYears(utcDay)) return undefined;
  const timeOfDay = instant - utcDay * DAY_IN_MILLISECONDS;
  const seconds = Math.floor(timeOfDay / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const fraction = timeOfDay % 1000 === 0 ? "" : `.${padDigits(timeOfDay % 1000, 3)}`;
  return `${formatDay(utcDay)}T${parts.map((part) => padDigits(part, 2)).join(":")}${fraction}Z`;
}

/** Returns whether a day is in the years 1 to 9999. */
function isInYears(day: number): boolean {
  return day >= dayNumber(1, 1, 1) && day <= dayNumber(9999, 12, 31);
}
