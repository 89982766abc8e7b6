import type { RejectedRequest } from "tamis/engine";
import type { Scope } from "../command/command.ts";
import { report } from "../command/report.ts";
import { ExpressionError } from "./expression-error.ts";

/**
 * Returns the answer of an accepted query.
 * @param filter text that diagnostics quote
 * @throws ExpressionError if the query was rejected; prints its diagnostics
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
