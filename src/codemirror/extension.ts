import { requireKind } from "../diagnostics/require-argument.ts";
import type { ExpressionKind, LanguageService, ValueProvider } from "../editor/contract/types.ts";
import { ownProperties } from "../values/own-properties.ts";
import { completionSource } from "./completion.ts";
import { highlighting } from "./highlighting.ts";
import type { CodeMirrorModules, CodeMirrorView } from "./modules.ts";
import { openDocuments } from "./open-documents.ts";
import { applyTo, problems } from "./problems.ts";
import { hovers, signatures } from "./tooltips.ts";

export interface CodeMirrorOptions {
  readonly service: LanguageService;
  /** Default `filter`. */
  readonly kind?: ExpressionKind | undefined;
  /** Finds values of the data for completion. */
  readonly values?: ValueProvider | undefined;
  /** Key that formats the text, in the syntax of CodeMirror's keymaps. Default `Shift-Alt-f`. */
  readonly formatKey?: string | undefined;
}

/** An extension of CodeMirror, for the list of extensions of an editor. */
export interface CodeMirrorLanguage<E> {
  readonly extension: readonly E[];
  /** Formats the text. Returns false for a text with syntax errors, for a formatted one, and in a read-only editor. */
  format(view: CodeMirrorView): boolean;
}

/**
 * Creates an extension of CodeMirror 6 with highlighting, diagnostics with fixes, completion, hover, signature help, folding
 * and formatting.
 *
 * @example
 * const tamis = codeMirrorLanguage({ state, view, language, autocomplete, lint }, { service, kind: "filter" });
 * new EditorView({ extensions: [basicSetup, tamis], parent: document.body });
 */
export function codeMirrorLanguage<E, Tag = unknown>(
  modules: CodeMirrorModules<E, Tag>,
  options: CodeMirrorOptions,
): CodeMirrorLanguage<E> {
  requireKind(modules, "modules", "the modules of CodeMirror", "state", "view", "language");
  const { service, kind = "filter", values, formatKey = "Shift-Alt-f" } = ownProperties(options);
  const open = openDocuments(service, kind);
  const { state, view, language, autocomplete } = modules;
  const format = (editor: CodeMirrorView) => {
    const edits = editor.state.readOnly ? [] : open(editor.state).format();
    if (edits.length > 0) applyTo(editor, edits, "format");
    return edits.length > 0;
  };
  const data = {
    autocomplete: completionSource(modules, open, values),
    closeBrackets: { brackets: ["(", "'", '"'] },
  };
  return {
    extension: [
      ...highlighting(modules, open),
      problems(modules, open),
      state.EditorState.languageData.of(() => [data]),
      autocomplete.autocompletion(),
      hovers(modules, open),
      ...signatures(modules, open),
      language.foldService.of((at, lineStart, lineEnd) => {
        const range = open(at)
          .foldingRanges()
          .find(({ start, end }) => lineStart <= start && start <= lineEnd && end > lineEnd);
        return range === undefined ? null : { from: range.start, to: range.end };
      }),
      view.keymap.of([{ key: formatKey, run: format }]),
    ],
    format,
  };
}
