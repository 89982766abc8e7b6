import type { Diagnostic } from "tamis";
import type { Scope } from "../command/command.ts";
import { report } from "../command/report.ts";
import { ExpressionError } from "./prepare-query.ts";

/** A query that a collection cannot answer, with the reasons. */
export interface Rejection {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns an answer that is not a rejection.
 *
 * @param filter text of the filter, for the code frames of the diagnostics
 * @throws ExpressionError after printing the diagnostics of a rejection
 */
export function requireAnswer<T extends { readonly ok: true }>(
  answer: T | Rejection,
  filter: string,
  scope: Scope,
): T {
  if (answer.ok) return answer;
  report(filter, answer.diagnostics, scope);
  throw new ExpressionError();
}
