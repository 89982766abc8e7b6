import type { TextEdit } from "../diagnostics/diagnostic.ts";
import type { ValueProvider } from "../editor/contract/types.ts";
import { ChipList } from "./chips.ts";
import { EditorBox, type EditorSettings } from "./editor-box.ts";
import type { FilterReader, FilterState } from "./filter-state.ts";
import { fillText, type FilterMessages } from "./messages.ts";
import { fixButton } from "./squiggles.ts";

export interface BoxOptions {
  readonly reader: FilterReader;
  readonly messages: FilterMessages;
  readonly values: ValueProvider | undefined;
  readonly placeholder: string;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  readonly isReadOnly: boolean;
}

/** The element that a box is in. */
export interface BoxHost {
  /** Accessible name of the editor. */
  readonly label: () => string;
  /** Message about an invalid value that is no problem of the filter. */
  readonly reason: () => string;
  /** After each change of the text, also by a program. */
  readonly onText: () => void;
  readonly onEvent: (type: "input" | "change") => void;
  readonly onEnter: () => void;
}

/** Time without a key after which problems are shown and announced, in milliseconds. */
const PAUSE = 600;
/** Maximum number of conditions and fixes that are shown. */
const MAXIMUM_CHIPS = 50;
const MAXIMUM_FIXES = 3;

/** The content of the element's shadow root: editor, conditions, and the first problem with its fixes. */
export class FilterBox {
  readonly #frame: HTMLElement;
  readonly #clear: HTMLButtonElement;
  readonly #status: HTMLElement;
  readonly #fixes: HTMLElement;
  readonly #announcement: HTMLElement;
  readonly #chips: ChipList;
  readonly editor: EditorBox;
  readonly #page: Document;
  readonly #host: BoxHost;
  #options: BoxOptions;
  #isConnected = false;
  /** Value at the last `change` event. */
  #committed = "";
  #cursor = 0;
  /** Whether problems are shown. They are hidden while a person types. */
  #isShown = true;
  /** Whether the host's reason is shown. */
  #isReported = false;
  /** Whether a button of the box is changing the text. */
  #isChanging = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: ShadowRoot, host: BoxHost, options: BoxOptions) {
    this.#host = host;
    this.#options = options;
    this.#page = root.ownerDocument;
    this.#frame = this.#make("div", "box", "box");
    const editor = this.#make("div", "editor", "editor");
    this.#clear = this.#make("button", "clear", "clear") as HTMLButtonElement;
    this.#clear.type = "button";
    // For pointers. With keys, the text is selected and deleted.
    this.#clear.tabIndex = -1;
    this.#clear.addEventListener("click", () =>
      this.#change([{ span: { start: 0, end: this.text.length }, text: "" }], "condition.remove"),
    );
    this.#frame.append(this.#slot("start"), editor, this.#clear, this.#slot("end"));
    this.#chips = new ChipList(this.#page, {
      onEdit: (index) => this.#edit(index),
      onRemove: (index) => this.#remove(index),
      onAdd: () => this.#add(),
      onUndo: (isRedo) => (isRedo ? this.editor.redo() : this.editor.undo()),
    });
    const message = this.#make("div", "message", "message");
    this.#status = this.#make("div", "status");
    this.#status.id = "message";
    this.#status.setAttribute("role", "status");
    this.#fixes = this.#make("div", "fixes");
    message.append(this.#status, this.#fixes);
    this.#announcement = this.#make("div", "unseen");
    this.#announcement.setAttribute("role", "status");
    root.append(this.#frame, this.#chips.element, message, this.#announcement);
    this.editor = new EditorBox(
      editor,
      "",
      this.#settings(),
      {
        onInput: () => this.#onInput(),
        onSelect: (offset) => this.#onSelect(offset),
        isComplete: (from, to) => this.state.isComplete(from, to),
        onCancel: () => this.#chips.focusAdd(),
        onEnd: () => this.showProblems(),
        onEnter: () => {
          this.#commit();
          host.onEnter();
        },
      },
      root,
    );
  }

  get text(): string {
    return this.editor.text;
  }

  /** Replaces the text without an event, and clears the history. */
  set text(text: string) {
    this.#set(text, () => (this.editor.text = text));
  }

  /** Replaces the text without an event, as a step of the history. */
  replace(text: string): void {
    this.#set(text, () => this.editor.replace(text));
  }

  #set(text: string, write: () => void): void {
    this.#isReported = false;
    // A framework sets the text again after each input. That is no change.
    if (text === this.text) return;
    write();
    this.#cursor = this.text.length;
    this.#committed = this.text;
    this.#afterText(true);
  }

  get state(): FilterState {
    return this.#options.reader.read(this.text);
  }

  connect(): void {
    this.#isConnected = true;
    this.editor.connect();
    this.#afterText(true);
    // Labels after the element are parsed later.
    setTimeout(() => this.editor.refresh());
  }

  disconnect(): void {
    this.#isConnected = false;
    clearTimeout(this.#timer);
    this.editor.disconnect();
  }

  configure(options: BoxOptions): void {
    this.#options = options;
    this.editor.configure(this.#settings());
    this.#clear.setAttribute("aria-label", options.messages.clear);
    this.#clear.title = options.messages.clear;
    this.#frame.classList.toggle("disabled", options.isDisabled);
    this.#afterText(this.#isShown);
  }

  /** Ends an edit: shows the problems, and fires `change`. */
  leave(): void {
    // A focused button can disappear with its condition or problem.
    if (this.#isChanging) return;
    this.#commit();
    this.showProblems();
  }

  /** Shows the host's reason too, until the next change. */
  report(): void {
    this.#isReported = true;
    this.showProblems();
  }

  showProblems(): void {
    clearTimeout(this.#timer);
    this.#isShown = true;
    if (!this.#isConnected) return;
    const { problem, text } = this.state;
    const { isReadOnly, isDisabled } = this.#options;
    const reason = this.#isReported && problem?.severity !== "error" ? this.#host.reason() : "";
    const severity = reason === "" ? (problem?.severity ?? "") : "error";
    const message = reason || (problem?.message ?? "");
    if (this.#status.textContent !== message) this.#status.textContent = message;
    this.#status.className = `status ${severity}`;
    this.#frame.classList.toggle("error", severity === "error");
    const fixes = isReadOnly || isDisabled ? [] : (problem?.fixes.slice(0, MAXIMUM_FIXES) ?? []);
    this.#fixes.replaceChildren(
      ...fixes.map(({ title, edits }) =>
        fixButton(this.#page, title, () => {
          // While a person types, buttons for an older text remain until the pause.
          if (this.text === text) this.#change(edits, "fix");
        }),
      ),
    );
    this.editor.showProblems();
  }

  #make(name: string, className: string, part?: string): HTMLElement {
    const element = this.#page.createElement(name);
    element.className = className;
    if (part !== undefined) element.part.add(part);
    return element;
  }

  #slot(name: string): HTMLSlotElement {
    const slot = this.#page.createElement("slot");
    slot.name = name;
    return slot;
  }

  #settings(): EditorSettings {
    const { reader, values, placeholder, isDisabled, isReadOnly } = this.#options;
    const attributes = () => this.#attributes();
    return { service: reader.service, values, placeholder, isDisabled, isReadOnly, attributes };
  }

  #attributes(): Record<string, string> {
    const { messages, isRequired, isReadOnly, isDisabled } = this.#options;
    return {
      "aria-label": this.#host.label() || messages.filter,
      "aria-describedby": this.#status.id,
      // The order of arguments is the same in pages from right to left.
      dir: "ltr",
      spellcheck: "false",
      ...(this.#status.className === "status error" && { "aria-invalid": "true" }),
      ...(isRequired && { "aria-required": "true" }),
      ...(isReadOnly && { "aria-readonly": "true" }),
      ...(isDisabled && { "aria-disabled": "true" }),
    };
  }

  #onInput(): void {
    this.#isReported = false;
    this.#afterText(false);
    clearTimeout(this.#timer);
    // Until a condition is complete, its missing parts are no problem.
    this.#timer = setTimeout(() => this.editor.isAdding || this.showProblems(), PAUSE);
    this.#host.onEvent("input");
  }

  #onSelect(offset: number): void {
    this.#cursor = offset;
    this.#showChips();
  }

  #commit(): void {
    const { text } = this;
    if (text === this.#committed) return;
    this.#committed = text;
    this.#host.onEvent("change");
  }

  #afterText(isShown: boolean): void {
    if (!this.#isConnected) return;
    const { isDisabled, isReadOnly } = this.#options;
    this.#host.onText();
    this.#clear.hidden = this.text === "" || isDisabled || isReadOnly;
    this.#showChips();
    // A problem that is gone disappears at once.
    if (isShown || this.state.problem === undefined) this.showProblems();
    else this.#isShown = false;
  }

  #showChips(): void {
    const { reader, messages, isDisabled, isReadOnly } = this.#options;
    const conditions = this.state.conditions;
    this.#chips.show({
      chips: conditions.slice(0, MAXIMUM_CHIPS),
      more: Math.max(0, conditions.length - MAXIMUM_CHIPS),
      active: conditions.findIndex(({ span }) => span.start <= this.#cursor && this.#cursor <= span.end),
      messages,
      isDisabled,
      isReadOnly: isReadOnly || reader.kind === "sortBy",
    });
  }

  /** Runs a command of the editor for a button outside of the box: fires `input` and `change`. */
  command(name: "undo" | "redo" | "format"): void {
    this.editor[name]();
    this.showProblems();
    this.#commit();
  }

  /** Changes the text for a button: moves the focus, shows the problems, and fires `input` and `change`. */
  #change(edits: readonly TextEdit[], userEvent: string, moveFocus = () => this.editor.focus()): void {
    this.#isChanging = true;
    this.editor.apply(edits, userEvent);
    moveFocus();
    this.showProblems();
    this.#isChanging = false;
    this.#commit();
  }

  #edit(index: number): void {
    const condition = this.state.conditions.at(index);
    if (condition !== undefined) this.editor.select(condition.span.start, condition.span.end);
  }

  #remove(index: number): void {
    const { label = "" } = this.state.conditions.at(index) ?? {};
    this.#announcement.textContent = fillText(this.#options.messages.removed, label);
    this.#change(this.state.remove(index), "condition.remove", () => {
      if (!this.#chips.focus(index)) this.editor.focus();
    });
  }

  #add(): void {
    this.#announcement.textContent = this.#options.messages.adding;
    this.editor.add(this.state.add());
  }
}
