import type { ExpressionKind, LanguageService, ValueProvider } from "tamis/editor";

export interface EditorOptions {
  readonly kind: Exclude<ExpressionKind, "query">;
  readonly label: string;
  readonly placeholder: string;
  readonly values: ValueProvider;
  readonly onChange: (text: string) => void;
}

/** An editor on the page. */
export interface ShownEditor {
  /** A change is one step of undo, and is reported. */
  text: string;
  /** Uses another catalog from now on. */
  set service(service: LanguageService);
  /** Writes a text that undo does not remove. */
  readonly reset: (text: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly format: () => void;
  readonly focus: () => void;
}

/** What the script of the editors offers. It loads after the first rows, which do not need it. */
export type ShowEditor = (host: HTMLElement, text: string, options: EditorOptions) => ShownEditor;

/** Name of the global variable that the script sets. */
export const EDITOR = "tamisEditor";
