import { readStored, store } from "../dom/storage.ts";

/** A view that the browser keeps. */
export interface SavedView {
  /** Name that the user gave; empty for a recent view. */
  readonly name: string;
  /** Query string and fragment. */
  readonly address: string;
  /** Filter and order, for people. */
  readonly text: string;
}

const MAX_RECENT = 12;
const MAX_NAMED = 100;

/** The recent and the named views of a collection, or of the examples. The latest come first. */
export class SavedViews {
  readonly #key: string;
  #views: readonly SavedView[];

  constructor(collection: string) {
    this.#key = `tamis-views:${collection}`;
    this.#views = viewsIn(readStored(this.#key));
  }

  get named(): readonly SavedView[] {
    return this.#views.filter(({ name }) => name !== "");
  }

  get recent(): readonly SavedView[] {
    return this.#views.filter(({ name }) => name === "");
  }

  /** Adds a view. It replaces one of the same name, and a recent one of the same expressions. */
  add(view: SavedView): void {
    const isReplaced = ({ name, text }: SavedView) =>
      name === view.name && (name !== "" || text === view.text);
    this.#write([view, ...this.#views.filter((savedView) => !isReplaced(savedView))]);
  }

  remove(view: SavedView): void {
    this.#write(this.#views.filter((savedView) => savedView !== view));
  }

  #write(views: readonly SavedView[]): void {
    this.#views = views;
    this.#views = [...this.named.slice(0, MAX_NAMED), ...this.recent.slice(0, MAX_RECENT)];
    store(this.#key, JSON.stringify(this.#views));
  }
}

/** Other versions of the page, and people, can have changed what is stored. */
function viewsIn(text: string | undefined): readonly SavedView[] {
  try {
    const views: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(views) ? views.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  const parts: readonly unknown[] =
    typeof value === "object" && value !== null
      ? ["name", "address", "text"].map((part) => (value as Readonly<Record<string, unknown>>)[part])
      : [undefined];
  return parts.every((part) => typeof part === "string");
}
