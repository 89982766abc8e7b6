import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RejectedRequest } from "./collection.ts";

export function rejectRequest(...diagnostics: readonly Diagnostic[]): RejectedRequest {
  return { ok: false, diagnostics };
}
