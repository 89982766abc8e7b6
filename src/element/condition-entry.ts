import type { TextEdit } from "../diagnostics/diagnostic.ts";
import {
  Annotation,
  EditorState,
  EditorView,
  isolateHistory,
  keymap,
  Prec,
  startCompletion,
  Transaction,
  type ChangeSet,
  type Extension,
} from "./codemirror.ts";

/** Marks changes that leave the text as the page knows it. */
export const silent = Annotation.define<boolean>();

/** Whether the page need not know of a change. */
export function isSilent(transactions: readonly Transaction[]): boolean {
  return transactions.some((transaction) => transaction.annotation(silent) === true);
}

export interface EntryEvents {
  /** Whether the text between two offsets is a condition without an error. */
  readonly isComplete: (from: number, to: number) => boolean;
  /** After a condition was left incomplete, and the text is as before. */
  readonly onCancel: () => void;
  readonly onEnd: () => void;
}

interface Entry {
  readonly before: EditorState;
  /** Changes since `before`. */
  readonly changes: ChangeSet;
  /** Span of the new condition. */
  readonly from: number;
  readonly to: number;
  /** Whether the page knows of a change. Room for a condition alone is none. */
  readonly isKnown: boolean;
}

/**
 * Enters a new condition. Until it is complete, Escape and undo restore the text. Afterwards, it is one step of the history,
 * however many completions and keys it took.
 */
export class ConditionEntry {
  readonly extension: Extension;
  readonly #events: EntryEvents;
  #entry: Entry | undefined;

  constructor(events: EntryEvents) {
    this.#events = events;
    this.extension = [
      // Before the keys of lists and tooltips.
      Prec.highest(
        keymap.of([
          { key: "Escape", run: (view) => this.#leave(view) },
          { key: "Mod-z", run: (view) => this.#leave(view) },
        ]),
      ),
      EditorState.transactionExtender.of(({ docChanged }) =>
        this.isActive && docChanged ? { annotations: Transaction.addToHistory.of(false) } : null,
      ),
      EditorView.updateListener.of(({ view, changes, docChanged, transactions, state }) => {
        const entry = this.#entry;
        if (entry === undefined || isSilent(transactions)) return;
        const from = changes.mapPos(entry.from, -1);
        const to = changes.mapPos(entry.to, 1);
        const isKnown = entry.isKnown || docChanged;
        this.#entry = { ...entry, changes: entry.changes.compose(changes), from, to, isKnown };
        const { head } = state.selection.main;
        if (head < from || head > to) this.end(view);
      }),
      EditorView.domEventHandlers({ blur: (_, view) => this.end(view) }),
    ];
  }

  get isActive(): boolean {
    return this.#entry !== undefined;
  }

  /** @param cursor place of the condition in the text after the edits */
  begin(view: EditorView, edits: readonly TextEdit[], cursor: number): void {
    const before = view.state;
    const changes = before.changes(
      edits.map(({ span, text }) => ({ from: span.start, to: span.end, insert: text })),
    );
    this.#entry = { before, changes, from: cursor, to: cursor, isKnown: false };
    view.dispatch({
      changes,
      selection: { anchor: cursor },
      annotations: silent.of(true),
      scrollIntoView: true,
    });
    startCompletion(view);
  }

  /** Ends the entry. A condition without any text leaves the text as it was. */
  end(view: EditorView): void {
    const entry = this.#entry;
    if (entry === undefined) return;
    const { doc, selection } = view.state;
    if (doc.sliceString(entry.from, entry.to).trim() === "")
      return this.#restore(view, entry, !entry.isKnown);
    this.#restore(view, entry, true);
    view.dispatch({
      changes: entry.changes,
      selection,
      annotations: [silent.of(true), isolateHistory.of("full")],
      userEvent: "input.condition",
    });
    this.#events.onEnd();
  }

  /** Forgets the entry, because another text replaces this one. */
  drop(): void {
    this.#entry = undefined;
  }

  /** Restores the text, unless the condition is complete. Returns false if the key has its usual effect. */
  #leave(view: EditorView): boolean {
    const entry = this.#entry;
    if (entry === undefined) return false;
    if (this.#events.isComplete(entry.from, entry.to)) {
      this.end(view);
      return false;
    }
    this.#restore(view, entry, !entry.isKnown);
    view.dispatch({ selection: entry.before.selection });
    this.#events.onCancel();
    return true;
  }

  #restore(view: EditorView, { before, changes }: Entry, isSilent: boolean): void {
    this.#entry = undefined;
    view.dispatch({
      changes: changes.invert(before.doc),
      annotations: [Transaction.addToHistory.of(false), silent.of(isSilent)],
    });
  }
}
