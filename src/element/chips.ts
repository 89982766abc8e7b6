import { fillText, type FilterMessages } from "./messages.ts";

/** A condition as the list shows it. */
export interface Chip {
  readonly label: string;
  readonly hasError: boolean;
}

export interface ChipView {
  readonly chips: readonly Chip[];
  /** Number of conditions that the list leaves out. */
  readonly more: number;
  /** Index of the condition at the cursor, or -1. */
  readonly active: number;
  readonly messages: FilterMessages;
  readonly isDisabled: boolean;
  readonly isReadOnly: boolean;
}

export interface ChipEvents {
  readonly onEdit: (index: number) => void;
  readonly onRemove: (index: number) => void;
  readonly onAdd: () => void;
  readonly onUndo: (isRedo: boolean) => void;
}

/** Elements of one chip. */
interface Item {
  readonly item: HTMLElement;
  readonly edit: HTMLButtonElement;
  readonly remove: HTMLButtonElement;
}

/**
 * A list of conditions. It is one stop for the Tab key: arrow keys move between the conditions, and Delete removes one. Elements
 * are kept when the list changes, so that the focus stays.
 */
export class ChipList {
  readonly element: HTMLElement;
  readonly #list: HTMLElement;
  readonly #counter: HTMLElement;
  readonly #add: HTMLButtonElement;
  readonly #items: Item[] = [];
  readonly #events: ChipEvents;
  readonly #page: Document;
  /** Index of the chip that the Tab key reaches. */
  #current = 0;

  constructor(page: Document, events: ChipEvents) {
    this.#page = page;
    this.#events = events;
    this.element = this.#make("div", "chips");
    this.#list = this.#make("ul", "list");
    this.#list.setAttribute("role", "list");
    this.#counter = this.#make("span", "more");
    this.#add = this.#makeButton("add");
    this.#add.addEventListener("click", events.onAdd);
    this.element.append(this.#list, this.#counter, this.#add);
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
  }

  show({ chips, more, active, messages, isDisabled, isReadOnly }: ChipView): void {
    while (this.#items.length < chips.length) this.#items.push(this.#makeItem(this.#items.length));
    for (const { item } of this.#items.splice(chips.length)) item.remove();
    this.#current = Math.max(0, Math.min(this.#current, chips.length - 1));
    for (const [index, { label, hasError }] of chips.entries()) {
      const { item, edit, remove } = this.#items[index]!;
      set(edit, label);
      describe(edit, fillText(messages.edit, label));
      describe(remove, fillText(messages.remove, label));
      item.classList.toggle("error", hasError);
      item.classList.toggle("active", index === active);
      edit.tabIndex = index === this.#current ? 0 : -1;
      edit.disabled = isDisabled;
      remove.disabled = isDisabled;
      remove.hidden = isReadOnly;
    }
    this.#list.setAttribute("aria-label", messages.conditions);
    this.#list.hidden = chips.length === 0;
    this.#counter.hidden = more === 0;
    set(this.#counter, fillText(messages.more, String(more)));
    set(this.#add, messages.add);
    this.#add.hidden = isReadOnly || isDisabled;
    this.element.hidden = this.#list.hidden && this.#add.hidden;
  }

  /** Moves the focus to a chip, or to the last one. Returns false if there is none. */
  focus(index: number): boolean {
    const at = Math.min(index, this.#items.length - 1);
    const target = this.#items.at(at);
    if (at < 0 || target === undefined) return false;
    for (const [i, { edit }] of this.#items.entries()) edit.tabIndex = i === at ? 0 : -1;
    this.#current = at;
    target.edit.focus();
    return true;
  }

  focusAdd(): void {
    this.#add.focus();
  }

  #onKey(event: KeyboardEvent): void {
    const index = this.#items.findIndex(({ item }) => item.contains(event.target as Node));
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      return this.#events.onUndo(event.shiftKey);
    }
    if (index < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const isReversed = getComputedStyle(this.element).direction === "rtl";
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: index + (isReversed ? 1 : -1),
      ArrowRight: index + (isReversed ? -1 : 1),
      Home: 0,
      End: this.#items.length - 1,
    };
    const target = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (target !== undefined) {
      event.preventDefault();
      this.focus(Math.max(0, target));
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      if (this.#items[index]?.remove.hidden === false) this.#events.onRemove(index);
    }
  }

  #makeItem(index: number): Item {
    const item = this.#make("li", "chip");
    const edit = this.#makeButton("chip-edit");
    const remove = this.#makeButton("chip-remove");
    edit.addEventListener("click", () => this.#events.onEdit(index));
    edit.setAttribute("aria-keyshortcuts", "Delete");
    remove.addEventListener("click", () => this.#events.onRemove(index));
    remove.tabIndex = -1;
    item.append(edit, remove);
    this.#list.append(item);
    return { item, edit, remove };
  }

  #make(name: string, part: string): HTMLElement {
    const element = this.#page.createElement(name);
    element.className = part;
    element.part.add(part);
    return element;
  }

  #makeButton(part: string): HTMLButtonElement {
    const button = this.#make("button", part) as HTMLButtonElement;
    button.type = "button";
    return button;
  }
}

/** Sets the text of an element, if it has changed. */
function set(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets the accessible name and the tooltip of a button. */
function describe(button: HTMLElement, text: string): void {
  if (button.getAttribute("aria-label") === text) return;
  button.setAttribute("aria-label", text);
  button.title = text;
}
