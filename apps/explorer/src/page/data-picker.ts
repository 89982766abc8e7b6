import { ReadingForm } from "./reading-form.ts";
import { EXAMPLES } from "../contract/examples.ts";
import type { ReadingSettings } from "../contract/protocol.ts";
import { byId, el, plural } from "../dom/elements.ts";

export type PickedData =
  { readonly example: string } | { readonly file: File; readonly reading?: ReadingSettings };

/** Chooses an example or a file. Files can also be dropped anywhere on the page. */
export class DataPicker {
  readonly #buttons: ReadonlyMap<string, HTMLButtonElement>;
  readonly #reading: ReadingForm;
  #file: File | undefined;
  readonly #fileName = el("span", { class: "file-name" });

  constructor(host: HTMLElement, onOpen: (source: PickedData) => void) {
    this.#buttons = new Map(
      EXAMPLES.map(({ name, title, about }) => [
        name,
        el(
          "button",
          {
            type: "button",
            class: "example",
            "aria-pressed": "false",
            click: () => onOpen({ example: name }),
          },
          el("span", {}, title),
          el("span", { class: "about" }, about),
        ),
      ]),
    );
    this.#reading = new ReadingForm((reading) => {
      if (this.#file !== undefined) onOpen({ file: this.#file, reading });
    });
    const input = el("input", {
      type: "file",
      id: "file",
      class: "hidden",
      accept: ".csv,.tsv,.json,.ndjson,.jsonl,.parquet,.gz",
      "aria-label": "Open a file",
      change: () => {
        const [file] = input.files ?? [];
        input.value = "";
        if (file !== undefined) onOpen({ file });
      },
    });
    host.replaceChildren(
      el("div", { class: "list", role: "group", "aria-label": "Examples" }, ...this.#buttons.values()),
      input,
      el(
        "label",
        { for: "file", class: "drop" },
        el("strong", {}, "Open your own file"),
        el("span", {}, "or drop it here: CSV, JSON, NDJSON, Parquet. It stays in this tab."),
        this.#fileName,
      ),
      this.#reading.element,
    );
    listenForDrops(onOpen);
  }

  opening(source: PickedData): void {
    const file = "file" in source ? source.file : undefined;
    if (file !== this.#file) this.#reading.clear();
    this.#file = file;
    this.#reading.element.hidden = file === undefined;
    byId("data-notes").textContent = `Opening ${titleOf(source)} …`;
  }

  opened(source: PickedData, total: number, notes: readonly string[]): void {
    for (const [name, button] of this.#buttons)
      button.setAttribute("aria-pressed", String("example" in source && source.example === name));
    this.#fileName.textContent = "file" in source ? `${source.file.name} · ${plural(total, "row")}` : "";
    const visible = "file" in source ? notes : [];
    byId("data-notes").replaceChildren(...visible.map((note) => el("p", {}, note)));
  }

  failed(source: PickedData, message: string): void {
    byId("data-notes").replaceChildren(
      el("p", { class: "bad" }, `${titleOf(source)} cannot be opened. ${message}`),
    );
    this.#reading.element.open = this.#file !== undefined;
  }
}

function titleOf(source: PickedData): string {
  return "file" in source ? source.file.name : source.example;
}

function listenForDrops(onOpen: (source: PickedData) => void): void {
  const mark = (isOver: boolean) => document.body.classList.toggle("dropping", isOver);
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    mark(true);
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  addEventListener("drop", (event) => {
    mark(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    onOpen({ file });
  });
}
