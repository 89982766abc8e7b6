import * as autocomplete from "@codemirror/autocomplete";
import { defaultKeymap, history, isolateHistory, historyKeymap, redo, undo } from "@codemirror/commands";
import * as language from "@codemirror/language";
import * as lint from "@codemirror/lint";
import * as state from "@codemirror/state";
import * as view from "@codemirror/view";
import { codeMirrorLanguage, type CodeMirrorLanguage } from "tamis/codemirror";
import type { LanguageService } from "tamis/editor";
import type { EditorOptions, ShownEditor } from "../contract/editor.ts";
import { editorTheme } from "./editor-theme.ts";
import { isolatedNames } from "./isolated-names.ts";

/**
 * CodeMirror with the language service. It is in a shadow root, because CodeMirror then uses constructed style sheets, which the
 * Content-Security-Policy allows without an exception.
 */
export class CodeEditor implements ShownEditor {
  readonly #view: view.EditorView;
  readonly #language = new state.Compartment();
  readonly #options: EditorOptions;
  readonly #history = new state.Compartment();
  #tamis: CodeMirrorLanguage<state.Extension> | undefined;

  constructor(host: HTMLElement, text: string, options: EditorOptions) {
    this.#options = options;
    const { kind, label, placeholder, onChange } = options;
    const root = host.attachShadow({ mode: "open" });
    const changed = view.EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
      if (docChanged) onChange(doc.toString());
    });
    this.#view = new view.EditorView({
      root,
      parent: root,
      doc: text,
      selection: { anchor: text.length },
      extensions: [
        this.#history.of(history()),
        language.bracketMatching(),
        autocomplete.closeBrackets(),
        view.drawSelection(),
        view.placeholder(placeholder),
        view.EditorView.lineWrapping,
        view.EditorView.contentAttributes.of({ "aria-label": label, "data-kind": kind }),
        view.keymap.of([
          ...autocomplete.closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...lint.lintKeymap,
        ]),
        editorTheme,
        isolatedNames,
        changed,
        kind === "sortBy" ? ONE_LINE : [],
        this.#language.of([]),
      ],
    });
  }

  #languageOf(service: LanguageService): CodeMirrorLanguage<state.Extension> {
    const { kind, values } = this.#options;
    return codeMirrorLanguage({ state, view, language, autocomplete, lint }, { service, kind, values });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  set text(text: string) {
    if (text === this.text) return;
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      selection: { anchor: text.length },
      // Each change is one step of undo, also if it comes soon after another one.
      annotations: isolateHistory.of("full"),
    });
  }

  /** Uses another catalog from now on. */
  set service(service: LanguageService) {
    this.#tamis = this.#languageOf(service);
    this.#view.dispatch({ effects: this.#language.reconfigure(this.#tamis.extension) });
  }

  /** Writes a text that undo does not remove. */
  reset(text: string): void {
    this.#view.dispatch({ effects: this.#history.reconfigure([]) });
    this.text = text;
    this.#view.dispatch({ effects: this.#history.reconfigure(history()) });
  }

  undo(): void {
    undo(this.#view);
  }

  redo(): void {
    redo(this.#view);
  }

  format(): void {
    this.#tamis?.format(this.#view);
  }

  focus(): void {
    this.#view.focus();
  }
}

/** A sort has one line. Line breaks of a pasted text become spaces. */
const ONE_LINE = state.EditorState.transactionFilter.of((transaction) => {
  if (transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString().replaceAll(/\s*\n\s*/g, " ");
  const { length } = transaction.startState.doc;
  return { changes: { from: 0, to: length, insert: text }, selection: { anchor: text.length } };
});
