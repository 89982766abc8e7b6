import type {
  CompletionItem,
  CompletionKind,
  ExpressionDocument,
  ValueProvider,
} from "../editor/contract/types.ts";
import type {
  CodeMirrorCompletion,
  CodeMirrorCompletions,
  CodeMirrorModules,
  CompletionRequest,
} from "./modules.ts";
import type { OpenDocument } from "./open-documents.ts";

/** Icons of CodeMirror. */
const ICONS: Readonly<Record<CompletionKind, string>> = {
  member: "property",
  key: "property",
  function: "function",
  strength: "keyword",
  value: "constant",
  option: "keyword",
  parameter: "variable",
};

type Result = CodeMirrorCompletions | null | Promise<CodeMirrorCompletions | null>;

/**
 * Completes in the order of the service, which ranks by type. CodeMirror must not filter: an item also matches at the
 * beginning of a later word.
 */
export function completionSource<E, Tag>(
  { autocomplete }: CodeMirrorModules<E, Tag>,
  open: OpenDocument,
  values: ValueProvider | undefined,
): (request: CompletionRequest) => Result {
  const toOption = (item: CompletionItem): CodeMirrorCompletion => ({
    label: item.label,
    type: ICONS[item.kind],
    ...(item.detail !== undefined && { detail: item.detail }),
    ...(item.documentation !== undefined && { info: item.documentation }),
    apply: applyOf(item, autocomplete),
  });
  return (request) => {
    const document = open(request.state);
    const { span, items, values: valueRequest } = document.complete(request.pos);
    // A word that is complete needs no list until a person requests it.
    const isComplete = items[0]?.text === document.text.slice(span.start, request.pos);
    if (!request.explicit && (isComplete || !isUseful(document, span.start, request.pos))) return null;
    const toResult = (candidates: readonly CompletionItem[]): CodeMirrorCompletions | null =>
      candidates.length === 0
        ? null
        : { from: span.start, to: span.end, options: candidates.map(toOption), filter: false };
    if (valueRequest === undefined || values === undefined) return toResult(items);
    const abort = new AbortController();
    request.addEventListener("abort", () => abort.abort(), { onDocChange: true });
    return Promise.resolve(values(valueRequest, { signal: abort.signal })).then((strings) =>
      abort.signal.aborted ? null : toResult([...document.completeValues(valueRequest, strings), ...items]),
    );
  };
}

/** Returns whether a person who types expects completions: in a word, and after a character that begins an argument. */
function isUseful({ text }: ExpressionDocument, start: number, offset: number): boolean {
  return start < offset || /[(,:.=&?$]$/.test(text.slice(0, offset));
}

function applyOf<E, Tag>(
  { text, snippet, continues }: CompletionItem,
  autocomplete: CodeMirrorModules<E, Tag>["autocomplete"],
): CodeMirrorCompletion["apply"] {
  if (snippet === undefined && continues !== true) return text;
  // An empty field is the place of the cursor.
  const apply = autocomplete.snippet(snippet === undefined ? `${text}\${}` : toTemplate(snippet));
  if (continues !== true) return apply;
  return (view, ...rest) => {
    apply(view, ...rest);
    autocomplete.startCompletion?.(view);
  };
}

/** Converts a snippet of LSP, which also escapes `$` and `\`, to one of CodeMirror. */
function toTemplate(snippet: string): string {
  return snippet.replace(/\\([$\\])/g, "$1");
}
