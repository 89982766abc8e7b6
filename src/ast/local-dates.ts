import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { daysInMonth } from "../values/calendar.ts";

/** A year, a month and a day. */
const YEAR_FIRST = /^(\d{4})([/.])(\d{1,2})\2(\d{1,2})$/;
/** A day, a month and a year. With dots, the day is first. With slashes and hyphens, the month can be first. */
const YEAR_LAST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|(?<=\.)\d\d)$/;
/** Years of two digits below this one are in this century. Others can be in the last one. */
const firstAmbiguousYear = 40;

/**
 * Reports a date that is not in ISO 8601, with a fix for each date that it can mean. Returns undefined for other texts, and for
 * days that no month has.
 *
 * @example localDate("1/5/2024", span).fixes // 2024-05-01, 2024-01-05
 */
export function localDate(image: string, span: Span): Diagnostic | undefined {
  const dates = datesOf(image);
  if (dates.length === 0) return undefined;
  const isYearFirst = YEAR_FIRST.test(image);
  const rule = isYearFirst ? "The parts of a date are joined by hyphens" : "Dates begin with the year";
  return diagnostic(
    "invalid-date",
    span,
    `${rule}: write ${dates.join(" or ")} instead of ${show(image)}.`,
    dates.map((date) => replace(`Write ${date}`, span, date)),
  );
}

function datesOf(image: string): readonly string[] {
  const yearFirst = YEAR_FIRST.exec(image);
  if (yearFirst !== null) return isoDate(yearFirst[1]!, yearFirst[3]!, yearFirst[4]!);
  const [, first, mark, second, year] = YEAR_LAST.exec(image) ?? [];
  if (first === undefined) return [];
  const isAmbiguous = mark !== "." && first !== second;
  return yearsOf(year!).flatMap((fullYear) => [
    ...isoDate(fullYear, second!, first),
    ...(isAmbiguous ? isoDate(fullYear, first, second!) : []),
  ]);
}

function yearsOf(year: string): readonly string[] {
  if (year.length === 4) return [year];
  return Number(year) < firstAmbiguousYear ? [`20${year}`] : [`19${year}`, `20${year}`];
}

/** Returns a list with the date in ISO 8601. Empty if the calendar does not have the date. */
function isoDate(year: string, month: string, day: string): readonly string[] {
  if (Number(month) < 1 || Number(month) > 12) return [];
  if (Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month))) return [];
  return [`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`];
}
