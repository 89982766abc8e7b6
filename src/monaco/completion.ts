import type { CompletionItem, CompletionKind, ValueProvider } from "../editor/contract/types.ts";
import type { CancellationToken, MonacoApi, MonacoProviders, MonacoSuggestions } from "./api.ts";
import { toRange, type OpenModel } from "./open-models.ts";

const ICONS = {
  member: "Field",
  key: "Property",
  function: "Function",
  strength: "Keyword",
  value: "Value",
  option: "Keyword",
  parameter: "Variable",
} as const satisfies Readonly<Record<CompletionKind, string>>;

/**
 * Completes in the order of the service, which ranks by type. Monaco filters and sorts by strings of its own, so these make
 * every item match, in this order, and the list is requested again after each key.
 */
export function completionProvider<Uri>(
  { languages: { CompletionItemKind, CompletionItemInsertTextRule } }: MonacoApi<Uri>,
  open: OpenModel<Uri>,
  values: ValueProvider | undefined,
): MonacoProviders<Uri>["completion"] {
  return {
    triggerCharacters: [..."(,.:'\"$=&"],
    provideCompletionItems(model, position, _, token) {
      const document = open(model);
      const offset = model.getOffsetAt(position);
      const { span, items, values: valueRequest } = document.complete(offset);
      const range = toRange(model, span);
      const typed = document.text.slice(span.start, offset);
      const toResult = (candidates: readonly CompletionItem[]): MonacoSuggestions => ({
        // Monaco requires ranges within one line.
        suggestions: (range.startLineNumber === range.endLineNumber ? candidates : []).map((item, i) => ({
          label: item.label,
          kind: CompletionItemKind[ICONS[item.kind]],
          insertText: item.snippet ?? item.text,
          ...(item.snippet !== undefined && {
            insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet,
          }),
          ...(item.detail !== undefined && { detail: item.detail }),
          ...(item.documentation !== undefined && { documentation: item.documentation }),
          range,
          filterText: typed === "" ? item.label : typed,
          sortText: String(i).padStart(6, "0"),
        })),
        incomplete: true,
      });
      if (valueRequest === undefined || values === undefined) return toResult(items);
      const { signal, stop } = signalOf(token);
      return Promise.resolve(values(valueRequest, { signal }))
        .then((strings) => toResult([...document.completeValues(valueRequest, strings), ...items]))
        .finally(stop);
    },
  };
}

function signalOf(token: CancellationToken) {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  const listener = token.onCancellationRequested(() => abort.abort());
  return { signal: abort.signal, stop: () => listener.dispose() };
}
