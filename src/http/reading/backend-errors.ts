import { GroupLimitError } from "../../engine/aggregates/group-limit.ts";
import { ScanLimitError } from "../../engine/databases/limit-errors.ts";
import { StatementError } from "../../engine/databases/source.ts";
import { MemoryLimitError } from "../../engine/store/kernels/budget.ts";
import { PatternWorkError } from "../../pattern/pattern-work.ts";
import { RequestFailure, type FailureDetails } from "../contract/failure.ts";

/** Seconds that clients wait before they repeat a request that took too long. */
const RETRY_SECONDS = "5";

/**
 * Returns the response to an error of a collection. Undefined for internal errors, whose details clients must not see.
 */
export function failureOf(error: unknown): FailureDetails | undefined {
  if (error instanceof RequestFailure) return error.details;
  if (error instanceof PatternWorkError) return { status: 400, message: error.message };
  if (error instanceof ScanLimitError || error instanceof GroupLimitError)
    return { status: 400, message: "The query is too expensive.", diagnostics: error.diagnostics };
  if (isTimeout(error))
    return {
      status: 503,
      message: "The request took too long.",
      remediation: "Use a narrower filter, or send the request again later.",
      headers: { "retry-after": RETRY_SECONDS },
    };
  if (
    error instanceof MemoryLimitError ||
    (error instanceof StatementError && error.failure === "connection")
  )
    return {
      status: 503,
      message: "The server is busy.",
      remediation: "Send the request again later.",
      headers: { "retry-after": RETRY_SECONDS },
    };
  return undefined;
}

function isTimeout(error: unknown): boolean {
  if (error instanceof StatementError) return error.failure === "timeout";
  return error instanceof DOMException && error.name === "TimeoutError";
}
