import { applyFixes, type Diagnostic } from "../../diagnostics/diagnostic.ts";
import { decodeParameters } from "../../url/decode-parameters.ts";
import type { FailureDetails } from "../contract/failure.ts";

/**
 * Returns the problems of a page. Those of a cursor have offsets into its text: they are moved to the raw query string, and
 * corrected by the query string of the first page.
 */
export function pageProblems(
  search: string,
  diagnostics: readonly Diagnostic[],
): Pick<FailureDetails, "diagnostics" | "corrected"> {
  if (!diagnostics.some(isOfCursor)) return { diagnostics };
  const spans = decodeParameters(search)
    .parameters.filter(({ name }) => name === "cursor")
    .map(({ valueSpan }) => valueSpan);
  const [span] = spans;
  if (span === undefined) return { diagnostics };
  const fix = { title: "Request the first page", edits: spans.map((edited) => ({ span: edited, text: "" })) };
  const moved = diagnostics.map((diagnostic) =>
    isOfCursor(diagnostic) ? { ...diagnostic, span, fixes: [fix] } : diagnostic,
  );
  return { diagnostics: moved, corrected: applyFixes(search, moved) };
}

function isOfCursor({ code }: Diagnostic): boolean {
  return code === "invalid-cursor" || code === "stale-cursor";
}
