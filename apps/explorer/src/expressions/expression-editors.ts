import type { Catalog } from "tamis";
import { hasErrors } from "tamis/diagnostics";
import type { ValueProvider } from "tamis/editor";
import type { TamisFilterElement } from "tamis/element";
import type { Language } from "../contract/language.ts";
import type { QueryTexts } from "../contract/protocol.ts";
import { byId, quietButton } from "../dom/elements.ts";

type Texts = Pick<QueryTexts, "filter" | "sortBy">;

/** A `<tamis-filter>`. Until the language is loaded, it is an element without methods. It reads its properties then. */
type Box = HTMLElement & Partial<TamisFilterElement>;

/** The boxes of the filter and of the order. */
export class ExpressionEditors {
  readonly #filter: Box = byId("filter");
  readonly #sort: Box = byId("sort");
  readonly #onChange: (isTyped: boolean) => void;

  /** @param onChange receives whether the user has typed, rather than clicked */
  constructor(values: ValueProvider, onChange: (isTyped: boolean) => void) {
    this.#onChange = onChange;
    for (const box of this.#boxes) {
      box.values = values;
      box.addEventListener("input", () => onChange(true));
    }
  }

  get #boxes(): readonly Box[] {
    return [this.#filter, this.#sort];
  }

  get texts(): Texts {
    return { filter: this.#filter.value ?? "", sortBy: this.#sort.value ?? "" };
  }

  /** Writes texts as one change, which can be undone. */
  write(texts: Partial<Texts>): void {
    const before = this.texts;
    const { filter, sortBy } = { ...before, ...texts };
    if (filter === before.filter && sortBy === before.sortBy) return;
    write(this.#filter, filter);
    write(this.#sort, sortBy);
    this.#onChange(false);
  }

  /** Replaces the texts without reporting it, and without undo: those of other data. */
  reset({ filter, sortBy }: Texts): void {
    this.#filter.value = filter;
    this.#sort.value = sortBy;
  }

  /** Forgets the catalog of other data: their texts would have errors with it. */
  forgetCatalog(): void {
    for (const box of this.#boxes) box.catalog = undefined;
  }

  use(language: Language, catalog: Catalog, hasClock: boolean): void {
    for (const box of this.#boxes) {
      box.serviceOptions = language.serviceOptions({ hasClock });
      box.catalog = catalog;
    }
  }

  /** Whether a text has errors. Before the language is loaded, only the source knows. */
  get hasErrors(): boolean {
    return this.#boxes.some(({ diagnostics = [] }) => hasErrors(diagnostics));
  }

  /** Buttons that undo and redo steps of the filter, and format it. */
  buttons(): readonly HTMLElement[] {
    return [
      quietButton("↶", () => this.#filter.undo?.(), "Undo"),
      quietButton("↷", () => this.#filter.redo?.(), "Redo"),
      quietButton("Format", () => this.#filter.format?.()),
    ];
  }

  /** Moves the focus to the filter, unless the user has chosen another element by then. */
  focus(): void {
    void customElements.whenDefined("tamis-filter").then(() => {
      if (document.activeElement === document.body) this.#filter.focus();
    });
  }
}

function write(box: Box, text: string): void {
  if (box.replaceValue === undefined) box.value = text;
  else box.replaceValue(text);
}
