import { DateTime } from "luxon";

/** Dates, times and date-times by regular expressions and Luxon's calendar, in nanoseconds as bigints. */

const DATE = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const CLOCK = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?`;
const FORMS = {
  date: new RegExp(`^${DATE}$`),
  time: new RegExp(`^${CLOCK}$`),
  dateTime: new RegExp(`^${DATE}T${CLOCK}$`),
};

/** The formats of stored values: those of literals, and those that databases write. */
const STORED_CLOCK = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?( ?(?:Z|[+-]\d{2}(?::?\d{2})?))?`;
const STORED_FORMS = {
  date: FORMS.date,
  time: new RegExp(`^${STORED_CLOCK}$`),
  dateTime: new RegExp(`^${DATE}[T ]${STORED_CLOCK}$`),
};

const MILLION = 1_000_000n;
const SECOND = 1_000n * MILLION;
const MINUTE = 60n * SECOND;

type TemporalType = keyof typeof FORMS;

/** Returns the nanoseconds of a literal since 1970 in UTC, or since midnight for a time; undefined if the format is wrong. */
export function naiveInstant(type: TemporalType, text: string): bigint | undefined {
  return read(type, FORMS[type].exec(text));
}

/** Returns the nanoseconds of a stored value, like `naiveInstant`. */
export function naiveStoredInstant(type: TemporalType, text: string): bigint | undefined {
  return read(type, STORED_FORMS[type].exec(text));
}

function read(type: TemporalType, match: RegExpExecArray | null): bigint | undefined {
  // Rejects digits outside ASCII.
  if (match === null || /[^\x20-\x7e]/.test(match[0])) return undefined;
  const groups = match.slice(1);
  if (type === "time") return clock(groups);
  const day = midnight(groups.slice(0, 3).map(Number));
  if (day === undefined || type === "date") return day;
  const time = clock(groups.slice(3));
  return time === undefined ? undefined : day + time;
}

function midnight([year, month, day]: number[]): bigint | undefined {
  if (year === 0) return undefined;
  const date = DateTime.fromObject({ year: year!, month: month!, day: day! }, { zone: "utc" });
  return date.isValid ? BigInt(date.toMillis()) * MILLION : undefined;
}

function clock([hours, minutes, seconds = "00", fraction = "", zone = "Z"]: (string | undefined)[]):
  bigint | undefined {
  const [hour, minute, second] = [hours, minutes, seconds].map((part) => BigInt(part!)) as [
    bigint,
    bigint,
    bigint,
  ];
  const nanoseconds = BigInt(fraction.padEnd(9, "0"));
  if (hour > 24n || minute > 59n || second > 59n) return undefined;
  if (hour === 24n && minute + second + nanoseconds > 0n) return undefined;
  const offset = zoneMinutes(zone);
  if (offset === undefined) return undefined;
  return (hour * 60n + minute - offset) * MINUTE + second * SECOND + nanoseconds;
}

function zoneMinutes(zone: string): bigint | undefined {
  if (zone.trim() === "Z") return 0n;
  const [hours = 0n, minutes = 0n] = zone.match(/\d\d/g)!.map(BigInt);
  const total = hours * 60n + minutes;
  if (minutes > 59n || total > 18n * 60n) return undefined;
  return zone.includes("-") ? -total : total;
}
