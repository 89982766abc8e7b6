import { quote } from "../ast/print.ts";
import type { Catalog } from "../catalog/types.ts";
import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { daysInMonth } from "../values/calendar.ts";
import { definitionOf } from "./argument-fixes.ts";
import type { Frame } from "./frame.ts";
import { comparedType, EQUALITY } from "./number-fixes.ts";

/** A day, a month and a year with dots. This order is the only one that is written with dots. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
/** A day and a month in either order, and a year. */
const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g;
/** Characters before a slash that can belong to the same date. */
const maxCharactersBefore = 5;
const maxDateLength = 10;

/**
 * Reports a date such as 05.01.2024. Returns undefined for other texts, and for days that no month has. `frame` is the call
 * around it.
 */
export function dottedDate(
  text: string,
  span: Span,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic | undefined {
  const image = text.slice(span.start, span.end);
  const [, day, month, year] = DOTTED.exec(image) ?? [];
  const date = isoDate(year, month, day);
  return date === undefined
    ? undefined
    : withStringFix(otherOrder(image, span, [date]), text, frame, catalog);
}

/** Reports the date around a slash, such as 1/5/2024. There is a fix for each order of the day and the month. */
export function slashedDate(
  text: string,
  slash: Span,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic | undefined {
  if (text.charAt(slash.start) !== "/") return undefined;
  const from = Math.max(0, slash.start - maxCharactersBefore);
  const around = text.slice(from, slash.start + maxDateLength);
  for (const found of around.matchAll(SLASHED)) {
    const [image, first, second, year] = found;
    const start = from + found.index;
    const span = { start, end: start + image.length };
    if (slash.start < span.start || slash.end > span.end) continue;
    const dates = [isoDate(year, second, first), isoDate(year, first, second)].filter(
      (date, i, all) => date !== undefined && all.indexOf(date) === i,
    ) as string[];
    return dates.length === 0
      ? undefined
      : withStringFix(otherOrder(image, span, dates), text, frame, catalog);
  }
  return undefined;
}

/** Adds the fix for a string member, whose values are written like the date. */
function withStringFix(
  found: Diagnostic,
  text: string,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic {
  const { role } = definitionOf(frame?.callee?.image) ?? {};
  // Quotes would compare the days first in an order comparison.
  if (role?.kind !== "comparison" || !EQUALITY.has(role.relation)) return found;
  const { span, fixes } = found;
  const type = comparedType(frame, text.slice(span.end), catalog);
  if (type !== undefined && type !== "string") return found;
  const quoted = quote(text.slice(span.start, span.end));
  const asText = replace(`Write ${quoted}`, span, quoted);
  const message = `${found.message} A string is written in quotes: ${show(quoted)}.`;
  return { ...found, message, fixes: type === "string" ? [asText] : [...fixes, asText] };
}

function otherOrder(image: string, span: Span, dates: readonly string[]): Diagnostic {
  return diagnostic(
    "invalid-date",
    span,
    `Dates begin with the year: write ${dates.join(" or ")} instead of ${show(image)}.`,
    dates.map((date) => replace(`Write ${date}`, span, date)),
  );
}

/** Returns the date in ISO 8601, or undefined for one that the calendar does not have. */
function isoDate(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string | undefined {
  if (year === undefined || Number(month) < 1 || Number(month) > 12) return undefined;
  if (Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month))) return undefined;
  return `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
}
