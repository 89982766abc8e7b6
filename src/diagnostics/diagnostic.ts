import { requireText, requireArray } from "./require-argument.ts";
import type { DiagnosticCode } from "./codes.ts";
import { severityOf, type Severity } from "./severities.ts";
import type { Span } from "./span.ts";

/** Replaces the characters at `span` by `text`. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** A correction that a program can apply. */
export interface Fix {
  /** The user's action in the imperative: "Write 'name'". */
  readonly title: string;
  /** Edits in the order of the text, without overlaps. */
  readonly edits: readonly TextEdit[];
}

/** A problem of a text, for users (`message`) and programs (`code`, `fixes`). */
export interface Diagnostic {
  /** Machine-readable code, stable across versions. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Description for users. The wording can change between versions. */
  readonly message: string;
  /** Position of the problem in the given text. `0..0` for trees from code or JSON. */
  readonly span: Span;
  readonly fixes: readonly Fix[];
  /**
   * For a mismatch with an inferred string member: the member's name, and the type that most of its values look like. A
   * program can offer to read the data with that type.
   */
  readonly inferred?: {
    readonly member: string;
    readonly type: string;
    /** True if most values are in a format that a member of that type cannot read, otherwise absent. */
    readonly otherFormat?: true;
    /** True if some values are numbers with a decimal comma, otherwise absent. */
    readonly decimalComma?: true;
  };
  /** JSON Pointer (RFC 6901) to the problem in a tree from JSON. */
  readonly pointer?: string;
}

/** Maximum number of diagnostics per text. Checks stop when it is reached. */
export const MAXIMUM_DIAGNOSTICS = 20;

const NO_FIXES: readonly Fix[] = Object.freeze([]);

/** Creates a diagnostic. The code determines its severity. */
export function diagnostic(
  code: DiagnosticCode,
  span: Span,
  message: string,
  fixes: readonly Fix[] = NO_FIXES,
): Diagnostic {
  return { code, severity: severityOf(code), message, span, fixes };
}

/**
 * Appends a diagnostic to a list. If the list is full, an error replaces the last non-error; other diagnostics are dropped.
 */
export function addDiagnostic(list: Diagnostic[], problem: Diagnostic): void {
  if (list.length < MAXIMUM_DIAGNOSTICS) {
    list.push(problem);
    return;
  }
  if (problem.severity !== "error") return;
  const last = list.findLastIndex(({ severity }) => severity !== "error");
  if (last < 0) return;
  list.splice(last, 1);
  list.push(problem);
}

/** Returns the diagnostic as an error, because strict mode reports the warnings of lenient mode as errors. */
export function asError(problem: Diagnostic): Diagnostic {
  return problem.severity === "error" ? problem : { ...problem, severity: "error" };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  requireArray(diagnostics, "diagnostics");
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

export function replace(title: string, span: Span, text: string): Fix {
  return { title, edits: [{ span, text }] };
}

/**
 * Applies the fix of each diagnostic that has exactly one. Several fixes are alternatives, between which only the user can
 * choose. Skips fixes that overlap a previously accepted one.
 *
 * @example applyFixes("eq(nmae,'x')", check(…).diagnostics) // "eq(name,'x')"
 */
export function applyFixes(text: string, diagnostics: readonly Diagnostic[]): string {
  requireText(text, "text");
  requireArray(diagnostics, "diagnostics");
  const accepted: TextEdit[] = [];
  for (const { fixes } of diagnostics) {
    const [fix] = fixes;
    if (fix === undefined || fixes.length > 1) continue;
    const collides = fix.edits.some((edit) =>
      accepted.some((previous) => edit.span.start < previous.span.end && previous.span.start < edit.span.end),
    );
    if (!collides) accepted.push(...fix.edits);
  }
  return applyEdits(text, accepted);
}

/** Applies edits without overlaps, in any order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  // An insertion comes before a replacement at the same position.
  const sorted = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let result = "";
  let from = 0;
  for (const { span, text: insert } of sorted) {
    result += text.slice(from, span.start) + insert;
    from = Math.max(from, span.end);
  }
  return result + text.slice(from);
}
