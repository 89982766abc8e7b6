import {
  CompletionItemKind,
  InsertTextFormat,
  type CancellationToken,
  type CompletionItem,
  type CompletionList,
} from "vscode-languageserver";
import type { CompletionItem as Item, CompletionKind } from "tamis/editor";
import type { OpenExpression } from "../text/analysis.ts";
import type { Client, Snapshot } from "./state.ts";

export const COMPLETION_TRIGGERS = [..."(,.:'\"$=&"];

const ICONS = {
  member: CompletionItemKind.Field,
  key: CompletionItemKind.Property,
  function: CompletionItemKind.Function,
  strength: CompletionItemKind.Keyword,
  value: CompletionItemKind.Value,
  option: CompletionItemKind.Keyword,
  parameter: CompletionItemKind.Variable,
} as const satisfies Readonly<Record<CompletionKind, CompletionItemKind>>;

const NOTHING: CompletionList = { isIncomplete: false, items: [] };

/** Time in milliseconds after which a completion is answered without the values of the data. */
const MAXIMUM_WAIT = 2_000;

/**
 * Completes in the order of the service, which ranks by type. Clients filter and sort by strings, so these make every item match, in
 * this order, and the list is requested again after each key.
 */
export async function completionAt(
  { analysis, document: { positions, content } }: Snapshot,
  offset: number,
  { client, token }: { readonly client: Client; readonly token: CancellationToken },
): Promise<CompletionList> {
  const expression = analysis.at(offset);
  if (expression === undefined) return NOTHING;
  const { span, items, values } = expression.document.complete(offset);
  const range = positions.rangeOf(span);
  // LSP requires a range within one line that contains the position.
  if (range.start.line !== range.end.line) return NOTHING;
  const typed = content.getText().slice(span.start, offset);
  const valueItems = values === undefined ? [] : await valuesOf(expression, values, token);
  return {
    isIncomplete: true,
    items: [...valueItems, ...items].map((item, i): CompletionItem => {
      const isSnippet = client.snippets && item.snippet !== undefined;
      return {
        label: item.label,
        kind: ICONS[item.kind],
        ...(item.detail !== undefined && { detail: item.detail }),
        ...(item.documentation !== undefined && { documentation: item.documentation }),
        sortText: String(i).padStart(4, "0"),
        filterText: typed === "" ? item.label : typed,
        ...(isSnippet && { insertTextFormat: InsertTextFormat.Snippet }),
        textEdit: { range, newText: isSnippet ? item.snippet : item.text },
      };
    }),
  };
}

/** Asks the data for values. A source that fails or is slow leaves the other items. */
async function valuesOf(
  { document, collection }: OpenExpression,
  request: NonNullable<ReturnType<OpenExpression["document"]["complete"]>["values"]>,
  token: CancellationToken,
): Promise<readonly Item[]> {
  if (collection?.values === undefined || token.isCancellationRequested) return [];
  const cancelled = new AbortController();
  const listener = token.onCancellationRequested(() => cancelled.abort());
  const signal = AbortSignal.any([cancelled.signal, AbortSignal.timeout(MAXIMUM_WAIT)]);
  try {
    const aborted = new Promise<readonly string[]>((resolve) =>
      signal.addEventListener("abort", () => resolve([]), { once: true }),
    );
    const strings = await Promise.race([collection.values(request, { signal }), aborted]);
    return document.completeValues(request, strings);
  } catch {
    return [];
  } finally {
    listener.dispose();
  }
}
