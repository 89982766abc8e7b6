import { DiagnosticSeverity, type CancellationToken, type Diagnostic } from "vscode-languageserver";
import { inSlices } from "../transport/slices.ts";
import type { Snapshot } from "./state.ts";

/** Maximum number of diagnostics of a document. */
const MAXIMUM_DIAGNOSTICS = 1_000;

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
} as const;

export async function diagnosticsOf(
  { analysis, document: { positions } }: Snapshot,
  token: CancellationToken,
): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  await inSlices(analysis.expressions(), token, ({ document }) => {
    // An empty expression is being written.
    if (document.text.trim() === "" || diagnostics.length >= MAXIMUM_DIAGNOSTICS) return;
    for (const { code, severity, message, span } of document.diagnostics()) {
      if (diagnostics.length >= MAXIMUM_DIAGNOSTICS) break;
      diagnostics.push({
        range: positions.rangeOf(span),
        severity: SEVERITIES[severity],
        code,
        source: "tamis",
        message,
      });
    }
  });
  return diagnostics;
}
