const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** The three formats of RFC 9110, section 5.6.7. Clients send the first one, but servers must accept all. */
const FORMATS = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d{2}) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d{2})-(?<month>\w{3})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>\w{3}) (?<day>\d{2}| \d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/** A year of two digits is not more than this many years in the future. */
const MAX_FUTURE_YEARS = 50;

/**
 * Parses an HTTP date to milliseconds since 1970. Returns undefined for other texts.
 *
 * @param now milliseconds since 1970, for years of two digits
 * @example parseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT") // 784111777000
 */
export function parseHttpDate(text: string, now = Date.now()): number | undefined {
  const trimmed = text.trim();
  for (const format of FORMATS) {
    const { day, month, year, time } = format.exec(trimmed)?.groups ?? {};
    if (day === undefined || month === undefined || year === undefined || time === undefined) continue;
    const [hours, minutes, seconds] = time.split(":").map(Number) as [number, number, number];
    const date = new Date(0);
    date.setUTCFullYear(wholeYear(year, now), MONTHS.indexOf(month), Number(day));
    date.setUTCHours(hours, minutes, seconds);
    // Dates that do not exist, such as 31 June, would roll over.
    const isSame =
      date.getUTCDate() === Number(day) &&
      MONTHS[date.getUTCMonth()] === month &&
      date.toISOString().slice(11, 19) === time;
    return isSame ? date.getTime() : undefined;
  }
  return undefined;
}

function wholeYear(digits: string, now: number): number {
  if (digits.length === 4) return Number(digits);
  const current = new Date(now).getUTCFullYear();
  const year = current - (current % 100) + Number(digits);
  return year > current + MAX_FUTURE_YEARS ? year - 100 : year;
}
