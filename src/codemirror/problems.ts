import type { Diagnostic, Fix, TextEdit } from "../diagnostics/diagnostic.ts";
import type { CodeMirrorModules, CodeMirrorProblem, CodeMirrorView } from "./modules.ts";
import type { OpenDocument } from "./open-documents.ts";

export function problems<E, Tag>({ lint }: CodeMirrorModules<E, Tag>, open: OpenDocument): E {
  return lint.linter(({ state }) =>
    open(state)
      .diagnostics()
      .map((diagnostic) => toProblem(diagnostic, open)),
  );
}

function toProblem(diagnostic: Diagnostic, open: OpenDocument): CodeMirrorProblem {
  const { span, severity, message, fixes } = diagnostic;
  return {
    from: span.start,
    to: span.end,
    severity,
    source: "tamis",
    message,
    actions: fixes.map((fix) => ({
      name: fix.title,
      apply: (view, from) => applyFix(view, from, diagnostic, fix, open),
    })),
  };
}

/** The text may have changed since it was checked. The fix of the present text is applied, or none. */
function applyFix(
  view: CodeMirrorView,
  from: number,
  { code }: Diagnostic,
  { title }: Fix,
  open: OpenDocument,
): void {
  const present = open(view.state)
    .diagnostics()
    .find((diagnostic) => diagnostic.span.start === from && diagnostic.code === code);
  const fix = present?.fixes.find((candidate) => candidate.title === title);
  if (fix !== undefined) applyTo(view, fix.edits, "input.fix");
}

export function applyTo(view: CodeMirrorView, edits: readonly TextEdit[], userEvent: string): void {
  if (view.state.readOnly) return;
  const changes = edits.map(({ span, text }) => ({ from: span.start, to: span.end, insert: text }));
  view.dispatch({ changes, userEvent });
}
