import type { Catalog } from "tamis";
import { hasErrors, type Diagnostic } from "tamis/diagnostics";
import type { LanguageService, ValueProvider } from "tamis/editor";
import type { Language } from "../contract/language.ts";
import type { QueryTexts } from "../contract/protocol.ts";

import { byId } from "../dom/elements.ts";
import { messageOf } from "../dom/message-of.ts";
import { loadEditor } from "../source/scripts.ts";
import { Editor } from "./editor.ts";
import { showProblems } from "./problem-list.ts";

type Texts = Pick<QueryTexts, "filter" | "sortBy">;

export interface EditorsOptions {
  readonly values: ValueProvider;
  /** @param isTyped whether the user has typed, rather than clicked */
  readonly onChange: (isTyped: boolean) => void;
  /** Called with a message for the user if the editors cannot be loaded. */
  readonly onFailure: (message: string) => void;
}

/** The editors of the filter and of the order, with their problems. */
export class ExpressionEditors {
  readonly #filter: Editor;
  readonly #sort: Editor;
  readonly #onChange: (isTyped: boolean) => void;
  readonly #onFailure: (message: string) => void;
  #service: LanguageService | undefined;
  /** Changes that the page itself makes are reported once. */
  #isQuiet = false;
  #hasErrors = false;

  constructor({ values, onChange, onFailure }: EditorsOptions) {
    this.#onChange = onChange;
    this.#onFailure = onFailure;
    const shared = { values, onChange: () => this.#changed(true) };
    this.#filter = new Editor(byId("filter"), {
      ...shared,
      kind: "filter",
      label: "Filter",
      placeholder: "All rows. Type a condition, such as gt(member,10)",
    });
    this.#sort = new Editor(byId("sort"), {
      ...shared,
      kind: "sortBy",
      label: "Sort",
      placeholder: "In the order of the data",
    });
  }

  /** Shows the editors after the first rows have been drawn, because it takes longer than they do. Until then, they have texts only. */
  show(): void {
    requestAnimationFrame(() =>
      setTimeout(() => {
        loadEditor().then(
          (showEditor) => {
            this.#filter.show(showEditor);
            this.#sort.show(showEditor);
          },
          (error: unknown) => this.#onFailure(messageOf(error)),
        );
      }),
    );
  }

  get texts(): Texts {
    return { filter: this.#filter.text, sortBy: this.#sort.text };
  }

  /** Writes texts as one change, which can be undone. */
  write({ filter = this.#filter.text, sortBy = this.#sort.text }: Partial<Texts>): void {
    const before = this.texts;
    if (filter === before.filter && sortBy === before.sortBy) return;
    this.#isQuiet = true;
    this.#filter.text = filter;
    this.#sort.text = sortBy;
    this.#isQuiet = false;
    this.#changed(false);
  }

  /** Forgets the catalog of other data: their texts would have errors with it. */
  forgetCatalog(): void {
    this.#service = undefined;
  }

  /** Replaces the texts without reporting it, and without undo: those of other data. */
  reset({ filter, sortBy }: Texts): void {
    this.#isQuiet = true;
    this.#filter.reset(filter);
    this.#sort.reset(sortBy);
    this.#isQuiet = false;
    this.#showProblems();
  }

  use(language: Language, catalog: Catalog, hasClock: boolean): void {
    this.#service = language.createService(catalog, { hasClock });
    this.#filter.service = this.#service;
    this.#sort.service = this.#service;
    this.#showProblems();
  }

  /** Whether a text has errors. Before the language is loaded, only the source knows. */
  get hasErrors(): boolean {
    return this.#hasErrors;
  }

  undo(): void {
    this.#filter.undo();
  }

  redo(): void {
    this.#filter.redo();
  }

  format(): void {
    this.#filter.format();
  }

  focus(): void {
    this.#filter.focus();
  }

  #changed(isTyped: boolean): void {
    if (this.#isQuiet) return;
    this.#showProblems();
    this.#onChange(isTyped);
  }

  #showProblems(): void {
    const { filter, sortBy } = this.texts;
    const inFilter = this.#problems(filter, "filter");
    const inSort = this.#problems(sortBy, "sortBy");
    showProblems(byId("filter-problems"), filter, inFilter, (fixed) => this.write({ filter: fixed }));
    showProblems(byId("sort-problems"), sortBy, inSort, (fixed) => this.write({ sortBy: fixed }));
    this.#hasErrors = hasErrors([...inFilter, ...inSort]);
  }

  #problems(text: string, kind: "filter" | "sortBy"): readonly Diagnostic[] {
    return this.#service === undefined || text.trim() === ""
      ? []
      : this.#service.open(text, { kind }).diagnostics();
  }
}
