/** Dates with the day or the month first, such as 05.01.2024 and 1/5/2024. Their order is never guessed. */

export const DATE_ORDERS = ["day-first", "month-first"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Matches a date with two separators of the same kind and a year of four digits, and an optional time. */
const DATE =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:(?:,? +|T)(\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(?: ?([ap])\.?m\.?)?)?$/i;

/**
 * Converts a date or date-time to ISO 8601, without a time zone. Returns undefined for other texts and impossible days.
 * @example isoDate("5.1.2024", "day-first") // "2024-01-05"
 * @example isoDate("1/5/2024 1:30 PM", "month-first") // "2024-01-05T13:30:00"
 */
export function isoDate(text: string, order: DateOrder): string | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const [, first, , second, year, hour, minute, seconds = "00", fraction = "", half] = match;
  const [day, month] = order === "day-first" ? [first!, second!] : [second!, first!];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day) || year === "0000")
    return undefined;
  const iso = `${year!}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (hour === undefined) return iso;
  const hours = hourOf(Number(hour), half);
  if (hours === undefined || Number(minute) > 59 || Number(seconds) > 59) return undefined;
  return `${iso}T${String(hours).padStart(2, "0")}:${minute!}:${seconds}${fraction}`;
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}
