import { daysInMonth } from "./calendar.ts";
import { classifyTemporal } from "./instant.ts";
import { readMailDate, readOtherIso } from "./other-dates.ts";

/*
 * Explains why a date, time or date-time is invalid. Impossible days and times are reported before errors of format.
 * Suggestions are always valid literals.
 */

export interface TemporalExplanation {
  /** Reason as a clause without a final period: `February 2023 has 28 days`. */
  readonly reason: string;
  readonly suggestion?: string;
}

/** @example explainTemporal("2020-1-5") // { reason: "the month has two digits", suggestion: "2020-01-05" } */
export function explainTemporal(text: string): TemporalExplanation {
  const trimmed = text.length > MAXIMUM_EXPLAINED_LENGTH ? "" : text.trim();
  const [, year, month, day, separator = "", rest = ""] = LOOSE_DATE.exec(trimmed) ?? [];
  const date: LooseDate | undefined =
    year !== undefined && month !== undefined && day !== undefined ? { year, month, day } : undefined;
  const time = looseTime(date === undefined ? trimmed : rest);
  if (date !== undefined && separator + rest === "") return explainParts(date, "", undefined);
  if (time !== undefined && (date === undefined || separator !== ""))
    return explainParts(date, separator, time);
  return explainOtherFormat(trimmed) ?? { reason: VALID_FORMATS };
}

interface LooseDate {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

interface LooseTime {
  readonly hour: string;
  readonly minute: string;
  readonly second: string | undefined;
  /** Digits of the fraction, including the decimal separator. */
  readonly fraction: string;
  readonly zone: string;
}

function looseTime(text: string): LooseTime | undefined {
  const [, hour, minute, second, fraction = "", zone = ""] = LOOSE_TIME.exec(text) ?? [];
  return hour === undefined || minute === undefined ? undefined : { hour, minute, second, fraction, zone };
}

function explainParts(date: LooseDate | undefined, separator: string, time?: LooseTime): TemporalExplanation {
  const impossible = (date && impossibleDay(date)) ?? (time && impossibleTime(time));
  if (impossible !== undefined) return { reason: impossible };
  const reason =
    (date && misspelledDate(date)) ??
    (time && (misspelledSeparator(date, separator) ?? misspelledTime(time)));
  const parts = [date && canonicalDate(date), time && canonicalTime(time)].filter(
    (part) => part !== undefined,
  );
  return withSuggestion(reason ?? VALID_FORMATS, parts.join("T"));
}

function withSuggestion(reason: string, suggestion: string): TemporalExplanation {
  return classifyTemporal(suggestion) === undefined ? { reason } : { reason, suggestion };
}

function impossibleDay({ year, month, day }: LooseDate): string | undefined {
  const number = Number(year);
  if (number === 0) return "there is no year 0000: years go from 0001 to 9999";
  if (number < 0 || year.startsWith("+") || year.length > 4) return `years go from 0001 to 9999: ${year}`;
  if (year.length < 4) return `the year has four digits: ${year}`;
  const name = MONTHS[Number(month)];
  if (name === undefined) return `a year has the months 01 to 12: ${month}`;
  const last = daysInMonth(number, Number(month));
  if (Number(day) === 0) return `the days of a month begin with 01: ${day}`;
  return Number(day) > last ? `${name} ${year} has ${last} days` : undefined;
}

function impossibleTime({ hour, minute, second = "00", fraction, zone }: LooseTime): string | undefined {
  if (Number(hour) > 24) return `a day has 24 hours: ${hour}:${minute}:${second}`;
  if (Number(minute) > 59) return `an hour has the minutes 00 to 59: ${minute}`;
  if (Number(second) === 60)
    return "a minute has the seconds 00 to 59: second 60, a leap second, is not accepted";
  if (Number(second) > 59) return `a minute has the seconds 00 to 59: ${second}`;
  if (Number(hour) === 24 && /[1-9]/.test(minute + second + fraction)) {
    return "nothing is later than 24:00:00, the end of the day";
  }
  const [, hours, minutes = "0"] = LOOSE_OFFSET.exec(zone) ?? [];
  if (hours === undefined) return undefined;
  if (Number(minutes) > 59) return `the minutes of a zone go from 00 to 59: ${zone.trim()}`;
  const isFar = Number(hours) * 60 + Number(minutes) > 18 * 60;
  return isFar ? `a zone is at most 18:00 from UTC: ${zone.trim()}` : undefined;
}

function misspelledDate({ month, day }: LooseDate): string | undefined {
  if (month.length === 1) return "the month has two digits";
  return day.length === 1 ? "the day has two digits" : undefined;
}

function misspelledSeparator(date: LooseDate | undefined, separator: string): string | undefined {
  return date !== undefined && separator !== "T" ? "a `T` joins the date and the time" : undefined;
}

function misspelledTime({ hour, minute, second, fraction, zone }: LooseTime): string | undefined {
  if (hour.length === 1) return "the hour has two digits";
  if (minute.length === 1) return "the minute has two digits";
  if (second?.length === 1) return "the second has two digits";
  if (fraction.startsWith(",")) return "a point stands before the fraction of a second";
  if (fraction.length === 1) return "a fraction of a second has at least one digit";
  if (fraction.length > 10) return "a fraction of a second has at most 9 digits";
  if (zone === "" || zone === "Z") return undefined;
  if (/^ \d/.test(zone)) return "a space stands where the zone has its `+`, which a URL writes as %2B";
  return "a zone is `Z`, `+HH:mm` or `-HH:mm`";
}

function canonicalDate({ year, month, day }: LooseDate): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function canonicalTime({ hour, minute, second, fraction, zone }: LooseTime): string {
  const parts = [hour, minute, ...(second === undefined ? [] : [second])].map((part) =>
    part.padStart(2, "0"),
  );
  const digits = fraction.slice(1, 10);
  return parts.join(":") + (digits === "" ? "" : `.${digits}`) + canonicalZone(zone);
}

function canonicalZone(zone: string): string {
  const [, hours, minutes = "00"] = LOOSE_OFFSET.exec(zone) ?? [];
  if (hours === undefined) return zone.trim() === "" ? "" : "Z";
  return `${zone.includes("-") ? "-" : "+"}${hours.padStart(2, "0")}:${minutes}`;
}

/** Explains dates in formats of other standards, such as RFC 2822. Undefined without a complete date. */
function explainOtherFormat(text: string): TemporalExplanation | undefined {
  for (const { looks, isMail, reason } of OTHER_FORMATS) {
    if (!looks.test(text)) continue;
    const canonical = isMail ? readMailDate(text) : readOtherIso(text);
    if (canonical !== undefined) return withSuggestion(reason, canonical);
  }
  return undefined;
}

const OTHER_FORMATS = [
  { looks: /^\d{8}(?:T[\d:.+Z-]*)?$/, isMail: false, reason: "hyphens stand between year, month and day" },
  {
    looks: /^\d{4}-\d\d-\d\dT\d{4}/,
    isMail: false,
    reason: "colons stand between hours, minutes and seconds",
  },
  { looks: /^\d{4}-?W\d\d-?\d(?:T|$)/, isMail: false, reason: "a date is a day of a month, not of a week" },
  { looks: /^\d{4}-?\d{3}(?:T|$)/, isMail: false, reason: "a date is a day of a month, not of a year" },
  {
    looks: /^(?:[A-Z][a-z]+, ?)?\d{1,2}[ -][A-Z][a-z]{2}/,
    isMail: true,
    reason: "the form is that of ISO 8601",
  },
] as const;

/** Maximum length of a string to explain. No supported format is longer. */
const MAXIMUM_EXPLAINED_LENGTH = 64;

const VALID_FORMATS = "a date is written 2020-01-31, a time 13:45:10 and a date-time 2020-01-31T13:45:10Z";

const LOOSE_DATE = /^([+-]?\d{1,6})-(\d{1,2})-(\d{1,2})(?:([Tt ]|$)(.*))?$/s;
const LOOSE_TIME =
  /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})([.,]\d*)?)?( ?(?:[Zz]|UTC|GMT)| ?[+-]\d{1,2}(?::?\d\d)?| \d\d:\d\d)?$/;
const LOOSE_OFFSET = /^ ?[+-]?(\d{1,2}):?(\d\d)?$/;

const MONTHS = [
  undefined,
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
