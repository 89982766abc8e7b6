import { localDate } from "../ast/local-dates.ts";
import { quote } from "../ast/print.ts";
import type { Catalog } from "../catalog/types.ts";
import { replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { definitionOf } from "./argument-fixes.ts";
import type { Frame } from "./frame.ts";
import { comparedType, EQUALITY } from "./number-fixes.ts";

/** A date with slashes inside a text. */
const SLASHED = /(?<![\d/])(?:\d{1,2}\/\d{1,2}\/\d{4}|\d{4}\/\d{1,2}\/\d{1,2})(?![\d/])/g;
/** Characters before a slash that can belong to the same date. */
const maxCharactersBefore = 7;
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
  const problem = localDate(text.slice(span.start, span.end), span);
  return problem === undefined ? undefined : withStringFix(problem, text, frame, catalog);
}

/** Reports the date around a slash, such as 1/5/2024. */
export function slashedDate(
  text: string,
  slash: Span,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic | undefined {
  if (text.charAt(slash.start) !== "/") return undefined;
  const from = Math.max(0, slash.start - maxCharactersBefore);
  const around = text.slice(from, slash.start + maxDateLength);
  for (const match of around.matchAll(SLASHED)) {
    const [image] = match;
    const start = from + match.index;
    const span = { start, end: start + image.length };
    if (slash.start < span.start || slash.end > span.end) continue;
    const date = localDate(image, span);
    return date === undefined ? undefined : withStringFix(date, text, frame, catalog);
  }
  return undefined;
}

/** Reports the date that a number is a part of, such as the `01` of `01/05/2024`. */
export function dateAroundNumber(
  text: string,
  { start, end }: Span,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic | undefined {
  const slash = text.charAt(end) === "/" ? end : start - 1;
  return slashedDate(text, { start: slash, end: slash + 1 }, frame, catalog);
}

/** Adds the fix for a string member, whose values are written like the date. */
function withStringFix(
  problem: Diagnostic,
  text: string,
  frame: Frame | undefined,
  catalog: Catalog | undefined,
): Diagnostic {
  const { role } = definitionOf(frame?.callee?.image) ?? {};
  // In an order comparison, a string such as '05.01.2024' would be compared by its day first, so no quotes are offered.
  if (role?.kind !== "comparison" || !EQUALITY.has(role.relation)) return problem;
  const { span, fixes } = problem;
  const type = comparedType(frame, text.slice(span.end), catalog);
  if (type !== undefined && type !== "string") return problem;
  const quoted = quote(text.slice(span.start, span.end));
  const asText = replace(`Write ${quoted}`, span, quoted);
  const message = `${problem.message} A string is written in quotes: ${show(quoted)}.`;
  return { ...problem, message, fixes: type === "string" ? [asText] : [...fixes, asText] };
}
