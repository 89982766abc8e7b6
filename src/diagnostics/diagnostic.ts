import { CODES, type DiagnosticCode, type Severity } from "./codes.ts";
import type { Span } from "./span.ts";

/** One replacement in a text: what stands at `span` becomes `text`. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** A correction that a program can apply as it stands. */
export interface Fix {
  /** What the fix does, as an order: "Write 'name'". */
  readonly title: string;
  /** Edits that do not overlap, in the order of the text. */
  readonly edits: readonly TextEdit[];
}

/** What is wrong with a text, and where, as data. Made for people (`message`) and programs (`code`, `fixes`). */
export interface Diagnostic {
  /** Stable: a program may compare it. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** A sentence in plain words. It may be bettered between versions. */
  readonly message: string;
  /** Where, in the text that was given. `0..0` for trees that come from no text. */
  readonly span: Span;
  readonly fixes: readonly Fix[];
  /** Where in a JSON document, as a JSON Pointer (RFC 6901), if the input was JSON. */
  readonly pointer?: string;
}

/** The most diagnostics that one text can cause. What follows is not looked at for more. */
export const MAXIMUM_DIAGNOSTICS = 20;

const NO_FIXES: readonly Fix[] = Object.freeze([]);

/** Makes a diagnostic; its severity is the one its code is listed with. */
export function diagnostic(
  code: DiagnosticCode,
  span: Span,
  message: string,
  fixes: readonly Fix[] = NO_FIXES,
): Diagnostic {
  return { code, severity: CODES[code].severity, message, span, fixes };
}

/**
 * Adds a finding to a list that holds `MAXIMUM_DIAGNOSTICS` at the most. However many warnings come first, an error is
 * never lost among them: it takes the place of the last that is none.
 */
export function keep(list: Diagnostic[], found: Diagnostic): void {
  if (list.length < MAXIMUM_DIAGNOSTICS) {
    list.push(found);
    return;
  }
  if (found.severity !== "error") return;
  const last = list.findLastIndex(({ severity }) => severity !== "error");
  if (last < 0) return;
  list.splice(last, 1);
  list.push(found);
}

/** The same finding as an error: strict mode accepts nothing that lenient mode only warns of. */
export function asError(found: Diagnostic): Diagnostic {
  return found.severity === "error" ? found : { ...found, severity: "error" };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((found) => found.severity === "error");
}

/** A fix of one edit. */
export function replace(title: string, span: Span, text: string): Fix {
  return { title, edits: [{ span, text }] };
}

/**
 * Applies the first fix of each diagnostic that has one. Fixes whose edits overlap an edit already taken are left out.
 *
 * @example applyFixes("eq(nmae,'x')", check(…).diagnostics) // "eq(name,'x')"
 */
export function applyFixes(text: string, diagnostics: readonly Diagnostic[]): string {
  const taken: TextEdit[] = [];
  for (const { fixes } of diagnostics) {
    const fix = fixes[0];
    if (fix === undefined) continue;
    const collides = fix.edits.some((edit) =>
      taken.some((other) => edit.span.start < other.span.end && other.span.start < edit.span.end),
    );
    if (!collides) taken.push(...fix.edits);
  }
  // What is inserted in front of a stretch comes before what replaces it.
  taken.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let result = "";
  let from = 0;
  for (const { span, text: insert } of taken) {
    result += text.slice(from, span.start) + insert;
    from = Math.max(from, span.end);
  }
  return result + text.slice(from);
}
