import type { RejectedRequest } from "../collection.ts";
import { rejectRequest } from "../rejected-request.ts";
import { diagnostic, type Diagnostic } from "../../diagnostics/diagnostic.ts";
import { NOWHERE, type Span } from "../../diagnostics/span.ts";
import type { PlanReason } from "./query-plan.ts";

/**
 * A query needs to check or hold more rows in memory than the collection allows. Pages and counts return it as
 * diagnostics; a stream throws it, because its first rows may already have been consumed.
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

/** @param limit maximum number of rows that are checked in memory. */
export function scanLimit(limit: number, reasons: readonly PlanReason[]): ScanLimitError {
  return new ScanLimitError(
    diagnostic(
      "scan-limit",
      spanOf(reasons[0]),
      `More than ${limit} rows would have to be looked at one by one${explainReasons(reasons)}. A narrower filter, a stored sort key or a form that the database knows helps.`,
    ),
  );
}

/** @param limit maximum number of rows that are held in memory for sorting. */
export function sortLimit(limit: number, reasons: readonly PlanReason[]): ScanLimitError {
  const ofOrder = reasons.filter(({ of }) => of === "sortBy");
  return new ScanLimitError(
    diagnostic(
      "sort-limit",
      spanOf(ofOrder[0]),
      `More than ${limit} rows would have to be held to sort them${explainReasons(ofOrder)}. A page nearer to the start, a narrower filter or a stored sort key helps.`,
    ),
  );
}

export function notExact(reasons: readonly PlanReason[]): readonly Diagnostic[] {
  return reasons.map((reason) =>
    diagnostic("not-exact", spanOf(reason), `The database alone cannot answer this: ${reasonText(reason)}.`),
  );
}

/**
 * Returns the span of the error in the filter or sort of the client. An error in another text, such as a rule, has no
 * span, because clients must not see that text.
 */
function spanOf(reason: PlanReason | undefined): Span {
  return reason?.isShown === true ? reason.span : NOWHERE;
}

/** Returns the reason for an unsupported part as clients may see it, without the details of rules. */
export function reasonText({ of, reason, isShown }: PlanReason): string {
  if (isShown) return reason;
  return of === "rule" ? "a rule of the collection needs more" : "the default order needs more";
}

function explainReasons(reasons: readonly PlanReason[]): string {
  return reasons.length === 0 ? "" : `, because ${reasonText(reasons[0]!)}`;
}

/** Runs a request. Returns an exceeded scan limit as diagnostics, since the user's query causes it. */
export async function rejectAtLimit<R>(run: () => Promise<R>): Promise<R | RejectedRequest> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ScanLimitError) return rejectRequest(...error.diagnostics);
    throw error;
  }
}
