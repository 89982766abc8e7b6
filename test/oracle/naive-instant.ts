import { DateTime } from "luxon";

/** Dates, times and date-times by regular expressions and Luxon's calendar, in nanoseconds as bigints. */

const DATE = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const CLOCK = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?`;
const FORMS = {
  date: new RegExp(`^${DATE}$`),
  time: new RegExp(`^${CLOCK}$`),
  dateTime: new RegExp(`^${DATE}T${CLOCK}$`),
};

const MILLION = 1_000_000n;
const SECOND = 1_000n * MILLION;
const MINUTE = 60n * SECOND;

/** Returns nanoseconds since 1970 in UTC, or since midnight for a time; undefined if the format is wrong. */
export function naiveInstant(type: "date" | "time" | "dateTime", text: string): bigint | undefined {
  const match = FORMS[type].exec(text);
  // Rejects digits outside ASCII.
  if (match === null || /[^\x20-\x7e]/.test(text)) return undefined;
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
  if (zone === "Z") return 0n;
  const [hours, minutes] = zone.slice(1).split(":").map(BigInt) as [bigint, bigint];
  const total = hours * 60n + minutes;
  if (minutes > 59n || total > 18n * 60n) return undefined;
  return zone.startsWith("-") ? -total : total;
}
