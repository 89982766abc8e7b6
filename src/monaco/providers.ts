import type { TextEdit } from "../diagnostics/diagnostic.ts";
import { STANDARD_TOKEN_TYPES } from "../editor/contract/token-types.ts";
import type { CodeAction } from "../editor/contract/types.ts";
import { hoverMarkdown } from "../editor/explanation/hover-markdown.ts";
import type { MonacoModel, MonacoProviders } from "./api.ts";
import { toRange, type OpenModel } from "./open-models.ts";

const LEGEND = [...new Set(Object.values(STANDARD_TOKEN_TYPES))];

/** Names of Monaco for the kinds of code actions. */
export const ACTION_KINDS: Readonly<Record<CodeAction["kind"], string>> = {
  fix: "quickfix",
  rewrite: "refactor.rewrite",
};

const nothingToDispose = () => undefined;

/** All providers except completion. */
export function readingProviders<Uri>(open: OpenModel<Uri>): Omit<MonacoProviders<Uri>, "completion"> {
  const toEdits = (model: MonacoModel<Uri>, edits: readonly TextEdit[]) =>
    edits.map(({ span, text }) => ({ range: toRange(model, span), text }));
  const toWorkspaceEdits = (model: MonacoModel<Uri>, edits: readonly TextEdit[]) =>
    toEdits(model, edits).map((textEdit) => ({
      resource: model.uri,
      versionId: model.getVersionId(),
      textEdit,
    }));
  return {
    semanticTokens: {
      getLegend: () => ({ tokenTypes: LEGEND, tokenModifiers: [] }),
      provideDocumentSemanticTokens: (model) => ({ data: encodeTokens(model, open) }),
      releaseDocumentSemanticTokens: nothingToDispose,
    },
    hover: {
      provideHover(model, position) {
        const hover = open(model).hover(model.getOffsetAt(position));
        if (hover === undefined) return undefined;
        return {
          range: toRange(model, hover.span),
          contents: hoverMarkdown(hover).map((value) => ({ value })),
        };
      },
    },
    signatureHelp: {
      signatureHelpTriggerCharacters: ["(", ","],
      provideSignatureHelp(model, position) {
        const help = open(model).signatureHelp(model.getOffsetAt(position));
        if (help === undefined) return undefined;
        const signatures = help.signatures.map(({ label, documentation, parameters }) => ({
          label,
          documentation,
          parameters: parameters.map(({ span, documentation: text }) => ({
            label: [span.start, span.end] as [number, number],
            documentation: text,
          })),
        }));
        const { activeSignature } = help;
        // A number after the last parameter highlights none.
        const activeParameter = help.activeParameter ?? signatures[activeSignature]!.parameters.length;
        return { value: { signatures, activeSignature, activeParameter }, dispose: nothingToDispose };
      },
    },
    formatting: { provideDocumentFormattingEdits: (model) => toEdits(model, open(model).format()) },
    codeActions: {
      provideCodeActions(model, range) {
        const start = model.getOffsetAt({ lineNumber: range.startLineNumber, column: range.startColumn });
        const end = model.getOffsetAt({ lineNumber: range.endLineNumber, column: range.endColumn });
        const available = open(model).codeActions({ start, end });
        const actions = available.map(({ title, kind, edits, diagnostic }) => ({
          title,
          kind: ACTION_KINDS[kind],
          isPreferred: diagnostic?.fixes.length === 1,
          edit: { edits: toWorkspaceEdits(model, edits) },
        }));
        return { actions, dispose: nothingToDispose };
      },
    },
    rename: {
      provideRenameEdits(model, position, name) {
        const result = open(model).rename(model.getOffsetAt(position), name);
        return result.ok
          ? { edits: toWorkspaceEdits(model, result.edits) }
          : { edits: [], rejectReason: result.message };
      },
      resolveRenameLocation(model, position) {
        const document = open(model);
        const offset = model.getOffsetAt(position);
        const span = document.renameRange(offset);
        if (span !== undefined)
          return { range: toRange(model, span), text: document.text.slice(span.start, span.end) };
        const range = toRange(model, { start: offset, end: offset });
        return { range, text: "", rejectReason: "Only members can be renamed." };
      },
    },
    folding: {
      provideFoldingRanges: (model) =>
        open(model)
          .foldingRanges()
          .map((span) => toRange(model, span))
          // The line with the closing parenthesis stays visible.
          .map(({ startLineNumber: start, endLineNumber }) => ({ start, end: endLineNumber - 1 }))
          .filter(({ start, end }) => end > start),
    },
    selection: {
      provideSelectionRanges: (model, positions) =>
        positions.map((position) =>
          open(model)
            .selectionRanges(model.getOffsetAt(position))
            .map((span) => ({ range: toRange(model, span) })),
        ),
    },
  };
}

/**
 * Encodes tokens as five numbers: line and column relative to the previous token, length, type, modifiers. A token must not
 * contain a line end, so strings with several lines are several tokens.
 */
function encodeTokens<Uri>(model: MonacoModel<Uri>, open: OpenModel<Uri>): Uint32Array {
  const document = open(model);
  const data: number[] = [];
  let line = 1;
  let column = 1;
  for (const { span, type } of document.semanticTokens()) {
    for (const part of document.text.slice(span.start, span.end).matchAll(/[^\r\n]+/g)) {
      const at = model.getPositionAt(span.start + part.index);
      const isSameLine = at.lineNumber === line;
      data.push(
        at.lineNumber - line,
        isSameLine ? at.column - column : at.column - 1,
        part[0].length,
        LEGEND.indexOf(STANDARD_TOKEN_TYPES[type]),
        0,
      );
      line = at.lineNumber;
      column = at.column;
    }
  }
  return Uint32Array.from(data);
}
