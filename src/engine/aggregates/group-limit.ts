import { diagnostic, type Diagnostic } from "../../diagnostics/diagnostic.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import type { RejectedRequest } from "../collection.ts";
import { rejectRequest } from "../rejected-request.ts";

/** A query forms more groups than the aggregation allows. */
export class GroupLimitError extends Error {
  override readonly name = "GroupLimitError";
  readonly diagnostics: readonly Diagnostic[];

  /** @param maximum maximum number of groups. */
  constructor(maximum: number) {
    const problem = diagnostic(
      "group-limit",
      NOWHERE,
      `The rows form more than ${maximum} ${maximum === 1 ? "group" : "groups"}. Fewer members to group by or a narrower filter helps.`,
    );
    super(problem.message);
    this.diagnostics = [problem];
  }
}

/** Runs a request. Returns an exceeded number of groups as diagnostics, since the user's query causes it. */
export async function rejectAtGroupLimit<R>(run: () => Promise<R>): Promise<R | RejectedRequest> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof GroupLimitError) return rejectRequest(...error.diagnostics);
    throw error;
  }
}
