const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * Parses an HTTP date in the one format that is sent today (RFC 9110, section 5.6.7) to milliseconds since 1970.
 *
 * @example parseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT") // 784111777000
 */
export function parseHttpDate(text: string): number | undefined {
  const match = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/.exec(
    text.trim(),
  );
  if (match === null) return undefined;
  const [, day, month, year, hours, minutes, seconds] = match;
  const monthIndex = MONTHS.indexOf(month!);
  const date = new Date(0);
  date.setUTCFullYear(Number(year), monthIndex, Number(day));
  date.setUTCHours(Number(hours), Number(minutes), Number(seconds));
  // Dates that do not exist, such as 31 June, would roll over.
  return date.toUTCString().slice(5) === text.trim().slice(5) ? date.getTime() : undefined;
}
