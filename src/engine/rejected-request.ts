import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RejectedRequest } from "./collection.ts";

/** Returns the answer to a request that the collection refuses. */
export function rejectRequest(...diagnostics: readonly Diagnostic[]): RejectedRequest {
  return { ok: false, diagnostics };
}
