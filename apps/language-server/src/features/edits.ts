import {
  CodeActionKind,
  LSPErrorCodes,
  ResponseError,
  type CodeAction,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { CodeAction as Action } from "tamis/editor";
import type { OpenExpression } from "../text/analysis.ts";
import { readName } from "../text/params.ts";
import type { Client, Snapshot } from "./state.ts";

interface Edit {
  readonly span: { readonly start: number; readonly end: number };
  readonly text: string;
}

type Span = Edit["span"];

const KINDS: Readonly<Record<Action["kind"], string>> = {
  fix: CodeActionKind.QuickFix,
  rewrite: CodeActionKind.RefactorRewrite,
};

export const ACTION_KINDS = Object.values(KINDS);

/** @param only kinds that the client wants. Undefined: all. */
export function codeActionsIn(
  snapshot: Snapshot,
  span: Span,
  { client, only }: { readonly client: Client; readonly only: readonly string[] | undefined },
): CodeAction[] {
  const { analysis, document } = snapshot;
  const isWanted = (kind: string) =>
    only === undefined || only.some((prefix) => kind === prefix || kind.startsWith(`${prefix}.`));
  const actions: CodeAction[] = [];
  for (const expression of analysis.overlapping(span)) {
    if (expression.document.text.trim() === "") continue;
    for (const { title, kind, edits, diagnostic } of expression.document.codeActions(span)) {
      if (!isWanted(KINDS[kind])) continue;
      actions.push({
        title,
        kind: KINDS[kind],
        ...(diagnostic?.fixes.length === 1 && { isPreferred: true }),
        ...(diagnostic && {
          diagnostics: [
            {
              range: document.positions.rangeOf(diagnostic.span),
              code: diagnostic.code,
              source: "tamis",
              message: diagnostic.message,
            },
          ],
        }),
        edit: workspaceEdit(snapshot, edits, client),
      });
    }
    const formatted = isWanted(KINDS.rewrite) ? formatOf(expression, {}) : [];
    if (formatted.length > 0)
      actions.push({
        title: expression.document.kind === "filter" ? "Format the filter" : "Format the sort",
        kind: KINDS.rewrite,
        edit: workspaceEdit(snapshot, formatted, client),
      });
  }
  return actions;
}

/** Formats the expressions that overlap a span. Only those in which line breaks can be inserted have edits. */
export function formattingIn(
  { analysis, document: { positions } }: Snapshot,
  span: Span,
  options: { readonly indent?: number },
): TextEdit[] {
  return [...analysis.overlapping(span)].flatMap((expression) =>
    formatOf(expression, options).map((edit) => toEdit(edit, positions.rangeOf(edit.span))),
  );
}

function formatOf(
  { document, embedded }: OpenExpression,
  options: { readonly indent?: number },
): readonly Edit[] {
  return embedded.isMultiline ? document.format(options) : [];
}

export function prepareRename(
  { analysis, document: { positions, content } }: Snapshot,
  offset: number,
): { range: Range; placeholder: string } | null {
  const expression = analysis.at(offset);
  const span = expression?.document.renameRange(offset);
  if (expression === undefined || span === undefined) return null;
  return {
    range: positions.rangeOf(span),
    placeholder: innerText(expression, span) || content.getText().slice(span.start, span.end),
  };
}

/** Renames a member in all expressions of the document about the same collection. */
export function renameAt(
  snapshot: Snapshot,
  offset: number,
  params: unknown,
  client: Client,
): WorkspaceEdit | null {
  const name = readName(params);
  const { analysis } = snapshot;
  const origin = analysis.at(offset);
  const span = origin?.document.renameRange(offset);
  if (origin === undefined || span === undefined) return null;
  const result = origin.document.rename(offset, name);
  if (!result.ok) throw new ResponseError(LSPErrorCodes.RequestFailed, result.message);
  const edits: Edit[] = [...result.edits];
  const path = pathTo(origin, span);
  for (const expression of path === undefined ? [] : analysis.expressions()) {
    if (expression === origin || expression.scope !== origin.scope) continue;
    const at = offsetOfPath(expression, path!);
    const renamed = at === undefined ? undefined : expression.document.rename(at, name);
    if (renamed?.ok === true) edits.push(...renamed.edits);
  }
  return workspaceEdit(snapshot, edits, client);
}

/** Returns the name of a member up to the part in a span, such as `owner.city`. */
function pathTo(expression: OpenExpression, span: Span): string | undefined {
  const token = expression.document
    .semanticTokens()
    .find((item) => item.type === "member" && item.span.start <= span.start && item.span.end >= span.end);
  return token && innerText(expression, { start: token.span.start, end: span.end });
}

/** Returns an offset in the last part of a path, if an expression contains it. */
function offsetOfPath(expression: OpenExpression, path: string): number | undefined {
  for (const { type, span } of expression.document.semanticTokens()) {
    if (type !== "member") continue;
    const name = innerText(expression, span);
    if (name !== path && !name.startsWith(`${path}.`)) continue;
    const { embedded } = expression;
    return embedded.toOuter(embedded.toInner(span.start) + path.lastIndexOf(".") + 1);
  }
  return undefined;
}

function innerText({ embedded }: OpenExpression, { start, end }: Span): string {
  return embedded.text.slice(embedded.toInner(start), embedded.toInner(end));
}

function toEdit({ text }: Edit, range: Range): TextEdit {
  return { range, newText: text };
}

function workspaceEdit(
  { document, version }: Snapshot,
  edits: readonly Edit[],
  client: Client,
): WorkspaceEdit {
  const changes = edits.map((edit) => toEdit(edit, document.positions.rangeOf(edit.span)));
  const { uri } = document;
  return client.versionedEdits
    ? { documentChanges: [{ textDocument: { uri, version }, edits: changes }] }
    : { changes: { [uri]: changes } };
}
