import { diagnostic, type Diagnostic } from "../../diagnostics/diagnostic.ts";
import { NOWHERE, type Span } from "../../diagnostics/span.ts";
import type { PlanReason } from "./query-plan.ts";

/**
 * A query needs more rows to be looked at in memory than the collection allows. Pages and counts give it as data; a
 * stream, whose rows are already on their way, throws it.
 */
export class ScanLimitError extends Error {
  override readonly name = "ScanLimitError";
  readonly code: "scan-limit" | "sort-limit";
  readonly diagnostics: readonly Diagnostic[];

  constructor(found: Diagnostic) {
    super(found.message);
    this.code = found.code as "scan-limit";
    this.diagnostics = [found];
  }
}

/** @param most how many rows may be looked at. */
export function scanLimit(most: number, reasons: readonly PlanReason[]): ScanLimitError {
  return new ScanLimitError(
    diagnostic(
      "scan-limit",
      spanOf(reasons[0]),
      `More than ${most} rows would have to be looked at one by one${because(reasons)}. A narrower filter, a stored sort key or a form that the database knows helps.`,
    ),
  );
}

/** @param most how many rows may be held to sort them. */
export function sortLimit(most: number, reasons: readonly PlanReason[]): ScanLimitError {
  const ofOrder = reasons.filter(({ of }) => of === "sortBy");
  return new ScanLimitError(
    diagnostic(
      "sort-limit",
      spanOf(ofOrder[0]),
      `More than ${most} rows would have to be held to sort them${because(ofOrder)}. A page nearer to the start, a narrower filter or a stored sort key helps.`,
    ),
  );
}

/** What `strict` refuses: one for each place. */
export function notExact(reasons: readonly PlanReason[]): readonly Diagnostic[] {
  return reasons.map((each) =>
    diagnostic("not-exact", spanOf(each), `The database alone cannot answer this: ${wordsOf(each)}.`),
  );
}

/** A rule is no text of the user's, and no business of theirs. */
function spanOf(reason: PlanReason | undefined): Span {
  return reason === undefined || reason.of === "rule" ? NOWHERE : reason.span;
}

function wordsOf({ of, reason }: PlanReason): string {
  return of === "rule" ? "a rule of the collection needs more" : reason;
}

function because(reasons: readonly PlanReason[]): string {
  return reasons.length === 0 ? "" : `, because ${wordsOf(reasons[0]!)}`;
}
