import { requireText, requireObject } from "../../diagnostics/require-argument.ts";

/** Dates and date-times in the forms that people and programs write. They become ISO 8601. */

export const DATE_ORDERS = ["day-first", "month-first"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const TIME = String.raw`(?:(?:,? +(?:at +)?|[T:])(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[ap])\.?m\.?)?(?: ?(?<zone>Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?)?$`;
const MONTH =
  "(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const WEEKDAY = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? +)?`;
const DAY = String.raw`(?<day>\d{1,2})`;
const YEAR = String.raw`(?<year>\d{4})`;

/** Forms whose order is certain: the year is first, or the month has a name. */
const CERTAIN_FORMS = [
  String.raw`^${YEAR}(?<separator>[-/])(?:(?<month>\d{1,2})|${MONTH})\k<separator>${DAY}`,
  String.raw`^${WEEKDAY}${DAY}(?:st|nd|rd|th)?(?:\. ?|[ /-])${MONTH}(?:\.?,? |[/-])${YEAR}`,
  String.raw`^${WEEKDAY}${MONTH}\.?[ -]${DAY}(?:st|nd|rd|th)?(?:,? |-)${YEAR}`,
].map((form) => new RegExp(form + TIME, "i"));
/** Forms that have other meanings, too: `20240105` is a number, and `2024.1.5` a version. */
const DECLARED_FORMS = [
  new RegExp(String.raw`^${YEAR}\.(?<month>\d{1,2})\.${DAY}${TIME}`, "i"),
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:T(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?)?$/,
];
/** Form of dates such as 05.01.2024. Only an option tells whether the day or the month is first. */
const ORDERED_FORM = new RegExp(
  String.raw`^(?<first>\d{1,2})(?<separator>[./-])(?<other>\d{1,2})\k<separator>${YEAR}${TIME}`,
  "i",
);
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Bounds of the length of a text that can be a date. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 64;

export interface DateStyle {
  /** Undefined: dates such as 05.01.2024 are not read. */
  readonly order?: DateOrder | undefined;
  /** True if the column is known to have dates, so that also 20240105 is one. */
  readonly isDeclared?: boolean;
}

/**
 * Converts a date or date-time to ISO 8601. Returns undefined for other texts and impossible days.
 * @example isoDate("Jan 5, 2024") // "2024-01-05"
 * @example isoDate("2024/1/5 09:30 +0530") // "2024-01-05T09:30:00+05:30"
 * @example isoDate("1/5/2024 1:30 PM", { order: "month-first" }) // "2024-01-05T13:30:00"
 */
export function isoDate(text: string, style: DateStyle = {}): string | undefined {
  requireText(text, "text");
  requireObject(style, "style");
  const { order, isDeclared = false } = style;
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return undefined;
  const ordered = order === undefined ? undefined : ORDERED_FORM.exec(text)?.groups;
  if (ordered !== undefined) {
    const { first, other } = ordered;
    return isoOf(
      order === "day-first"
        ? { ...ordered, day: first, month: other }
        : { ...ordered, day: other, month: first },
    );
  }
  for (const form of isDeclared ? [...CERTAIN_FORMS, ...DECLARED_FORMS] : CERTAIN_FORMS) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) return isoOf(parts);
  }
  return undefined;
}

function isoOf(parts: Readonly<Partial<Record<string, string>>>): string | undefined {
  const { year, name, day, hour, minute, second = "00", fraction, half, zone } = parts;
  const month = Number(parts["month"] ?? MONTHS.indexOf(name!.slice(0, 3).toLowerCase()) + 1);
  const date = new Date(0);
  date.setUTCFullYear(Number(year), month - 1, Number(day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== Number(day) || year === "0000")
    return undefined;
  const iso = `${year!}-${padTwo(month)}-${day!.padStart(2, "0")}`;
  if (hour === undefined) return iso;
  const hours = hourOf(Number(hour), half);
  const offset = zone === undefined ? "" : offsetOf(zone);
  const isEnd = hours === 24 && Number(minute) + Number(second) + Number(fraction ?? 0) > 0;
  if (hours === undefined || offset === undefined || isEnd || Number(minute) > 59 || Number(second) > 59)
    return undefined;
  return `${iso}T${padTwo(hours)}:${minute!}:${second}${fraction === undefined ? "" : `.${fraction}`}${offset}`;
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/** @example offsetOf("+0530") // "+05:30" */
function offsetOf(zone: string): string | undefined {
  const [, hours, minutes = "00"] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return "Z";
  return Math.abs(Number(hours)) * 60 + Number(minutes) <= MAX_OFFSET && Number(minutes) <= 59
    ? `${hours}:${minutes}`
    : undefined;
}

/** Greatest offset from UTC in minutes that the language has. */
const MAX_OFFSET = 18 * 60;

/**
 * Converts seconds or milliseconds since 1970 to ISO 8601. Returns undefined for other texts, and years outside 1 to 9999.
 * @example isoInstant("1704412800.5", 1) // "2024-01-05T00:00:00.500000000Z"
 * @param perSecond number of units in a second: 1 or 1000
 */
export function isoInstant(text: string, perSecond: 1 | 1000): string | undefined {
  const plain = /[eE]/.test(text) ? String(Number(text)) : text;
  const [, sign, integer = "", fraction = ""] = /^([+-]?)(\d{1,15})(?:\.(\d*))?$/.exec(plain) ?? [];
  if (integer === "") return undefined;
  const digits = perSecond === 1 ? 9 : 6;
  const size = BigInt(integer + fraction.slice(0, digits).padEnd(digits, "0"));
  const nanoseconds = sign === "-" ? -size : size;
  const remainder = ((nanoseconds % SECOND) + SECOND) % SECOND;
  const milliseconds = Number((nanoseconds - remainder) / SECOND) * 1000;
  if (milliseconds < FIRST_INSTANT || milliseconds > LAST_INSTANT) return undefined;
  const seconds = new Date(milliseconds).toISOString().slice(0, "yyyy-MM-ddTHH:mm:ss".length);
  return `${seconds}${remainder === 0n ? "" : `.${String(remainder).padStart(9, "0")}`}Z`;
}

const SECOND = 1_000_000_000n;
const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59Z");

function padTwo(number: number): string {
  return String(number).padStart(2, "0");
}
