import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { NotAnswered } from "./collection.ts";

/** Returns the answer to a request that the collection refuses. */
export function refused(...diagnostics: readonly Diagnostic[]): NotAnswered {
  return { ok: false, diagnostics };
}
