import * as autocomplete from "@codemirror/autocomplete";
import { defaultKeymap, history, isolateHistory, historyKeymap, redo, undo } from "@codemirror/commands";
import * as language from "@codemirror/language";
import * as lint from "@codemirror/lint";
import * as state from "@codemirror/state";
import * as view from "@codemirror/view";
import { codeMirrorLanguage, type CodeMirrorLanguage } from "tamis/codemirror";
import type { ExpressionKind, LanguageService, ValueProvider } from "tamis/editor";
import { editorTheme } from "./editor-theme.ts";
import { isolatedNames } from "./isolated-names.ts";

export interface EditorOptions {
  readonly kind: Exclude<ExpressionKind, "query">;
  readonly label: string;
  readonly placeholder: string;
  readonly values: ValueProvider;
  readonly onChange: (text: string) => void;
}

/**
 * CodeMirror with the language service. It is in a shadow root, because CodeMirror then uses constructed style sheets, which the
 * Content-Security-Policy allows without an exception.
 */
export class Editor {
  readonly #host: HTMLElement;
  readonly #language = new state.Compartment();
  readonly #options: EditorOptions;
  readonly #history = new state.Compartment();
  #view: view.EditorView | undefined;
  /** The text, and whether the editor gets the focus, until it is shown. */
  #text = "";
  #hasFocus = false;
  #tamis: CodeMirrorLanguage<state.Extension> | undefined;

  constructor(host: HTMLElement, options: EditorOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Shows the editor. It takes longer than the first rows, which are shown before. */
  show(): void {
    if (this.#view !== undefined) return;
    const { kind, label, placeholder, onChange } = this.#options;
    const root = this.#host.attachShadow({ mode: "open" });
    const changed = view.EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
      if (docChanged) onChange(doc.toString());
    });
    this.#view = new view.EditorView({
      root,
      parent: root,
      doc: this.#text,
      selection: { anchor: this.#text.length },
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
        this.#language.of(this.#tamis?.extension ?? []),
      ],
    });
    if (this.#hasFocus) this.#view.focus();
  }

  #languageOf(service: LanguageService): CodeMirrorLanguage<state.Extension> {
    const { kind, values } = this.#options;
    return codeMirrorLanguage({ state, view, language, autocomplete, lint }, { service, kind, values });
  }

  get text(): string {
    return this.#view?.state.doc.toString() ?? this.#text;
  }

  set text(text: string) {
    if (text === this.text) return;
    if (this.#view === undefined) {
      this.#text = text;
      this.#options.onChange(text);
      return;
    }
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
    this.#view?.dispatch({ effects: this.#language.reconfigure(this.#tamis.extension) });
  }

  /** Writes a text that undo does not remove. */
  reset(text: string): void {
    this.#view?.dispatch({ effects: this.#history.reconfigure([]) });
    this.text = text;
    this.#view?.dispatch({ effects: this.#history.reconfigure(history()) });
  }

  undo(): void {
    if (this.#view !== undefined) undo(this.#view);
  }

  redo(): void {
    if (this.#view !== undefined) redo(this.#view);
  }

  format(): void {
    if (this.#view !== undefined) this.#tamis?.format(this.#view);
  }

  focus(): void {
    this.#hasFocus = true;
    this.#view?.focus();
  }
}

/** A sort has one line. Line breaks of a pasted text become spaces. */
const ONE_LINE = state.EditorState.transactionFilter.of((transaction) => {
  if (transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString().replaceAll(/\s*\n\s*/g, " ");
  const { length } = transaction.startState.doc;
  return { changes: { from: 0, to: length, insert: text }, selection: { anchor: text.length } };
});
