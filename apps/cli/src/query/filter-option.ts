import { hasErrors, parseFilter, print, type Diagnostic, type Span } from "tamis";
import type { Scope } from "../command/command.ts";
import { reportProblems } from "../command/report.ts";
import { FILTER } from "../command/shared-options.ts";
import { ExpressionError } from "./expression-error.ts";

export interface FilterText {
  readonly filter: string;
  /** Texts of several `--filter` options that `filter` joins. Messages quote the text that the user wrote. */
  readonly parts?: readonly FilterPart[];
}

interface FilterPart {
  readonly text: string;
  /** Offset of the text in the joined filter. */
  readonly start: number;
}

/**
 * Joins the filters of repeated options with `and`.
 * @throws ExpressionError if one of several is not a filter: joined texts could hide it. Prints its diagnostics.
 */
export function readFilter(scope: Scope): FilterText {
  const texts = scope.args.texts(FILTER.name).filter((text, i, allTexts) => allTexts.indexOf(text) === i);
  if (texts.length < 2) return { filter: texts[0] ?? "", parts: [] };
  const mode = scope.args.flag("strict") ? "strict" : "lenient";
  const parsed = texts.map((text) => parseFilter(text, { mode, catalog: scope.fixCatalog }));
  for (const [i, { diagnostics }] of parsed.entries())
    reportProblems(texts[i]!, diagnostics, scope, partPrefix(i));
  const parts: FilterPart[] = [];
  let filter = "and(";
  for (const [i, { expression, diagnostics }] of parsed.entries()) {
    if (expression === undefined || hasErrors(diagnostics)) throw new ExpressionError();
    // Corrections were reported above, and are not repeated for the canonical text.
    const text = diagnostics.length === 0 && texts[i]!.trim() !== "" ? texts[i]! : print(expression);
    if (i > 0) filter += ",";
    parts.push({ text, start: filter.length });
    filter += text;
  }
  return { filter: `${filter})`, parts };
}

/** Prints the problems of a filter, except hints, with positions in the option that contains them. */
export function reportFilter(
  { filter, parts = [] }: FilterText,
  diagnostics: readonly Diagnostic[],
  scope: Scope,
): void {
  for (const diagnostic of diagnostics) {
    const at = parts.findIndex(({ text, start }) => isWithin(diagnostic, start, start + text.length));
    if (at < 0) reportProblems(filter, [diagnostic], scope);
    else reportProblems(parts[at]!.text, [shifted(diagnostic, parts[at]!.start)], scope, partPrefix(at));
  }
}

function partPrefix(index: number): string {
  return `filter ${index + 1}: `;
}

function isWithin({ span, fixes }: Diagnostic, start: number, end: number): boolean {
  const spans = [span, ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.span))];
  return spans.every((diagnosticSpan) => diagnosticSpan.start >= start && diagnosticSpan.end <= end);
}

function shifted(diagnostic: Diagnostic, by: number): Diagnostic {
  const shift = ({ start, end }: Span): Span => ({ start: start - by, end: end - by });
  const fixes = diagnostic.fixes.map((fix) => ({
    ...fix,
    edits: fix.edits.map((edit) => ({ ...edit, span: shift(edit.span) })),
  }));
  return { ...diagnostic, span: shift(diagnostic.span), fixes };
}
