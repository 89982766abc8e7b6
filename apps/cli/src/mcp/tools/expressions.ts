import {
  applyFixes,
  check,
  checkSortBy,
  hasErrors,
  parseFilter,
  parseSortBy,
  print,
  type Catalog,
  type Diagnostic,
} from "tamis";

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
  const first = examine(text, kind, catalog);
  let corrected = text;
  let { diagnostics } = first;
  for (let round = 0; round < MAX_ROUNDS && diagnostics.length > 0; round++) {
    const next = applyFixes(corrected, diagnostics);
    if (next === corrected) break;
    corrected = next;
    ({ diagnostics } = examine(corrected, kind, catalog));
  }
  return {
    ok: first.understood !== undefined,
    understood: first.understood,
    problems: first.diagnostics.map(problemOf),
    corrected: corrected === text ? undefined : corrected,
  };
}

interface Examined {
  readonly understood: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function examine(text: string, kind: ExpressionKind, catalog: Catalog): Examined {
  if (kind === "sortBy") {
    const { expression, diagnostics } = parseSortBy(text);
    if (expression === undefined) return { understood: undefined, diagnostics };
    const orderDiagnostics = [...diagnostics, ...checkSortBy(expression, catalog).diagnostics];
    return {
      understood: hasErrors(orderDiagnostics) ? undefined : print(expression),
      diagnostics: orderDiagnostics,
    };
  }
  const { expression, diagnostics } = parseFilter(text);
  if (expression === undefined) return { understood: undefined, diagnostics };
  const checked = check(expression, catalog);
  const checkedDiagnostics = [...diagnostics, ...checked.diagnostics];
  return {
    understood: checked.ok && !hasErrors(checkedDiagnostics) ? print(checked.filter.expression) : undefined,
    diagnostics: checkedDiagnostics,
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
