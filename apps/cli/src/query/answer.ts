import type { RejectedRequest } from "tamis/engine";
import type { Scope } from "../command/command.ts";
import { report } from "../command/report.ts";
import { ExpressionError } from "./prepare-query.ts";

/**
 * Returns the answer of a collection that could evaluate the query.
 *
 * @param filter text of the filter, for the code frames of the diagnostics
 * @throws ExpressionError after printing the diagnostics of a query that it cannot evaluate
 */
export function requireAnswer<T extends { readonly ok: true }>(
  answer: T | RejectedRequest,
  filter: string,
  scope: Scope,
): T {
  if (answer.ok) return answer;
  report(filter, answer.diagnostics, scope);
  throw new ExpressionError();
}
