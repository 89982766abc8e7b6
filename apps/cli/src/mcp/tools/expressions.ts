import { applyFixes, type Catalog, type Diagnostic } from "tamis";
import { checkText, type TextCheck } from "../../query/check-text.ts";

/** A filter or sort order of a call, with its problems. */
export interface CheckedText {
  readonly ok: boolean;
  /** The expression as it is understood; undefined if it is invalid. */
  readonly understood: string | undefined;
  readonly problems: readonly TextProblem[];
  /** The text after all corrections; undefined if no problem has one. */
  readonly corrected: string | undefined;
}

interface TextProblem {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  /** Offsets into the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Possible corrections. */
  readonly fixes?: readonly string[];
}

export type ExpressionKind = "filter" | "sortBy";

/** Corrections can reveal further problems. They are corrected too, up to this many times. */
const MAX_ROUNDS = 4;

export function checkExpression(text: string, kind: ExpressionKind, catalog: Catalog): CheckedText {
  const first = checkText(text, kind, catalog);
  let corrected = text;
  let { diagnostics }: TextCheck = first;
  for (let round = 0; round < MAX_ROUNDS && diagnostics.length > 0; round++) {
    const next = applyFixes(corrected, diagnostics);
    if (next === corrected) break;
    corrected = next;
    ({ diagnostics } = checkText(corrected, kind, catalog));
  }
  return {
    ok: first.ok,
    understood: first.ok ? first.canonical : undefined,
    problems: first.diagnostics.map(problemOf),
    corrected: corrected === text ? undefined : corrected,
  };
}

function problemOf({ code, severity, message, span, fixes }: Diagnostic): TextProblem {
  const titles = fixes.map(({ title }) => title);
  return {
    code,
    severity,
    message,
    from: span.start,
    to: span.end,
    ...(titles.length === 0 ? {} : { fixes: titles }),
  };
}
