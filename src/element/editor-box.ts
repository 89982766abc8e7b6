import { codeMirrorLanguage, type CodeMirrorLanguage } from "../codemirror/extension.ts";
import type { TextEdit } from "../diagnostics/diagnostic.ts";
import type { Addition } from "./conditions.ts";
import type { LanguageService, ValueProvider } from "../editor/contract/types.ts";
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  Compartment,
  completionStatus,
  Decoration,
  EditorState,
  EditorView,
  Facet,
  history,
  historyKeymap,
  hoverTooltip,
  isolateHistory,
  keymap,
  placeholder,
  redo,
  showTooltip,
  snippet,
  startCompletion,
  StateEffect,
  StateField,
  undo,
  type Extension,
} from "./codemirror.ts";
import { ConditionEntry, isSilent, silent, type EntryEvents } from "./condition-entry.ts";
import { isolates } from "./isolates.ts";
import { showProblems, squiggles } from "./squiggles.ts";

export interface EditorSettings {
  readonly service: LanguageService;
  readonly values: ValueProvider | undefined;
  readonly placeholder: string;
  readonly isDisabled: boolean;
  readonly isReadOnly: boolean;
  /** Attributes of the element that has the focus. They are read at each update. */
  readonly attributes: () => Readonly<Record<string, string>>;
}

export interface EditorEvents extends EntryEvents {
  /** After a person, an undo or a fix has changed the text. */
  readonly onInput: (text: string) => void;
  readonly onSelect: (offset: number) => void;
  readonly onEnter: () => void;
}

/** Modules of CodeMirror for the adapter. Folding and highlight styles, which would need the parser system, are left out. */
const MODULES = {
  state: { EditorState, StateEffect, StateField },
  view: { EditorView, Decoration, keymap, showTooltip, hoverTooltip },
  language: { foldService: Facet.define<unknown, unknown>(), highlightingFor: () => null },
  autocomplete: { autocompletion, snippet, startCompletion },
  lint: squiggles,
};

/** An editor of CodeMirror in a shadow root. It survives a move in the page by its state. */
export class EditorBox {
  readonly #parent: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #events: EditorEvents;
  readonly #configuration = new Compartment();
  readonly #entry: ConditionEntry;
  #settings: EditorSettings;
  #language!: CodeMirrorLanguage<Extension>;
  #state: EditorState;
  #view: EditorView | undefined;

  constructor(
    parent: HTMLElement,
    text: string,
    settings: EditorSettings,
    events: EditorEvents,
    root: ShadowRoot,
  ) {
    this.#parent = parent;
    this.#root = root;
    this.#events = events;
    this.#entry = new ConditionEntry(events);
    this.#settings = settings;
    this.#state = this.#createState(text);
  }

  get text(): string {
    return (this.#view?.state ?? this.#state).doc.toString();
  }

  /** Replaces the text without an event. The history begins anew, and the cursor is at the end, as in an input of the browser. */
  set text(text: string) {
    this.#entry.drop();
    const state = this.#createState(text);
    if (this.#view === undefined) this.#state = state;
    else this.#view.setState(state);
  }

  /** Replaces the text as one step of the history, without an event. */
  replace(text: string): void {
    if (this.#view === undefined) {
      this.text = text;
      return;
    }
    this.#entry.end(this.#view);
    const { state } = this.#view;
    const insert = state.toText(text);
    this.#view.dispatch({
      changes: { from: 0, to: state.doc.length, insert },
      selection: { anchor: insert.length },
      annotations: [silent.of(true), isolateHistory.of("full")],
    });
  }

  /** The element that has the focus. Undefined outside of a page. */
  get content(): HTMLElement | undefined {
    return this.#view?.contentDOM;
  }

  connect(): void {
    this.#view ??= new EditorView({ state: this.#state, parent: this.#parent, root: this.#root });
  }

  disconnect(): void {
    if (this.#view === undefined) return;
    this.#entry.end(this.#view);
    this.#state = this.#view.state;
    this.#view.destroy();
    this.#view = undefined;
  }

  configure(settings: EditorSettings): void {
    this.#settings = settings;
    const change = { effects: this.#configuration.reconfigure(this.#extensions()) };
    if (this.#view === undefined) this.#state = this.#state.update(change).state;
    else this.#view.dispatch(change);
  }

  /** Reads the attributes again. */
  refresh(): void {
    this.#view?.dispatch({});
  }

  /** Underlines the problems of the present text. */
  showProblems(): void {
    if (this.#view !== undefined) showProblems(this.#view);
  }

  /** Applies edits. Events other than `delete` and `input.type` are a step of the history. */
  apply(edits: readonly TextEdit[], userEvent: string): void {
    if (this.#view === undefined || this.#view.state.readOnly) return;
    const changes = edits.map(({ span, text }) => ({ from: span.start, to: span.end, insert: text }));
    this.#view.dispatch({ changes, userEvent });
  }

  /** Makes room for a condition, and offers members, their comparisons, and values. */
  add({ edits, cursor }: Addition): void {
    if (this.#view === undefined || this.#view.state.readOnly) return;
    this.#view.focus();
    this.#entry.begin(this.#view, edits, cursor);
  }

  /** Whether a person is adding a condition. */
  get isAdding(): boolean {
    return this.#entry.isActive;
  }

  focus(): void {
    this.#view?.focus();
  }

  select(start: number, end: number): void {
    this.#view?.focus();
    this.#view?.dispatch({ selection: { anchor: start, head: end }, scrollIntoView: true });
  }

  undo(): void {
    if (this.#view !== undefined) undo(this.#view);
  }

  redo(): void {
    if (this.#view !== undefined) redo(this.#view);
  }

  format(): void {
    if (this.#view !== undefined) this.#language.format(this.#view);
  }

  #createState(doc: string): EditorState {
    const { onInput, onSelect, onEnter } = this.#events;
    const enter = (view: EditorView) => {
      // A list that has just opened accepts no key yet. The key was meant for it.
      if (completionStatus(view.state) === "active") return true;
      this.#entry.end(view);
      onEnter();
      return true;
    };
    const newline = (view: EditorView) => {
      if (!view.state.readOnly) view.dispatch(view.state.replaceSelection("\n"), { userEvent: "input" });
      return !view.state.readOnly;
    };
    const keys = [
      { key: "Enter", run: enter },
      { key: "Shift-Enter", run: newline },
      ...closeBracketsKeymap,
      ...historyKeymap,
    ];
    const created = EditorState.create({
      doc,
      extensions: [
        history(),
        closeBrackets(),
        keymap.of(keys),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of(() => this.#settings.attributes()),
        this.#entry.extension,
        EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
          if (docChanged && !isSilent(transactions)) onInput(state.doc.toString());
          if (docChanged || selectionSet) onSelect(state.selection.main.head);
        }),
        this.#configuration.of(this.#extensions()),
      ],
    });
    return created.update({ selection: { anchor: created.doc.length } }).state;
  }

  #extensions(): Extension {
    const { service, values, placeholder: hint, isDisabled, isReadOnly } = this.#settings;
    this.#language = codeMirrorLanguage<Extension>(MODULES, { service, values });
    return [
      this.#language.extension,
      isolates(service),
      hint === "" ? [] : placeholder(hint),
      EditorState.readOnly.of(isDisabled || isReadOnly),
      EditorView.editable.of(!isDisabled),
    ];
  }
}
