import type { LanguageService } from "tamis/editor";
import type { EditorOptions, ShowEditor, ShownEditor } from "../contract/editor.ts";

/** An editor that has only its text until its script is loaded. */
export class Editor {
  readonly #host: HTMLElement;
  readonly #options: EditorOptions;
  #shown: ShownEditor | undefined;
  #text = "";
  #service: LanguageService | undefined;
  #hasFocus = false;

  constructor(host: HTMLElement, options: EditorOptions) {
    this.#host = host;
    this.#options = options;
  }

  show(showEditor: ShowEditor): void {
    if (this.#shown !== undefined) return;
    this.#shown = showEditor(this.#host, this.#text, this.#options);
    if (this.#service !== undefined) this.#shown.service = this.#service;
    if (this.#hasFocus) this.#shown.focus();
  }

  get text(): string {
    return this.#shown?.text ?? this.#text;
  }

  set text(text: string) {
    if (text === this.text) return;
    if (this.#shown !== undefined) this.#shown.text = text;
    else {
      this.#text = text;
      this.#options.onChange(text);
    }
  }

  set service(service: LanguageService) {
    this.#service = service;
    if (this.#shown !== undefined) this.#shown.service = service;
  }

  /** Writes a text that undo does not remove. */
  reset(text: string): void {
    if (this.#shown === undefined) this.#text = text;
    else this.#shown.reset(text);
  }

  undo(): void {
    this.#shown?.undo();
  }

  redo(): void {
    this.#shown?.redo();
  }

  format(): void {
    this.#shown?.format();
  }

  focus(): void {
    this.#hasFocus = true;
    this.#shown?.focus();
  }
}
