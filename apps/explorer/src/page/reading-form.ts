import type { ReadingSettings } from "../contract/protocol.ts";
import { el } from "../dom/elements.ts";

const ENCODINGS = [
  "windows-1252",
  "windows-1251",
  "utf-16le",
  "shift_jis",
  "gb18030",
  "iso-8859-15",
  "macintosh",
];

/** A form that says how the open file is read, for files whose encoding, delimiter, dates or types are not detected as meant. */
export class ReadingForm {
  readonly element: HTMLDetailsElement;
  readonly #fields: readonly (readonly [keyof ReadingSettings, HTMLInputElement | HTMLSelectElement])[];

  constructor(onRead: (settings: ReadingSettings) => void) {
    const text = (name: keyof ReadingSettings, label: string, placeholder: string, list?: string) =>
      [
        name,
        el("input", { id: `read-${name}`, placeholder, autocomplete: "off", "aria-label": label, list }),
      ] as const;
    const dates = el(
      "select",
      { id: "read-dates", "aria-label": "Dates" },
      el("option", { value: "" }, "as detected"),
      el("option", { value: "day-first" }, "31.12.2026"),
      el("option", { value: "month-first" }, "12/31/2026"),
    );
    this.#fields = [
      text("encoding", "Encoding", "UTF-8", "encodings"),
      text("delimiter", "Delimiter", "as detected, ; or tab"),
      text("path", "Path of the rows in JSON", "data.items"),
      ["dates", dates],
      text("types", "Types of columns", "code=string, size=number"),
    ];
    const labels = ["Encoding", "Delimiter", "Path of the rows in JSON", "Dates", "Types of columns"];
    const form = el(
      "form",
      {
        submit: (event: Event) => {
          event.preventDefault();
          onRead(this.settings);
        },
      },
      el("datalist", { id: "encodings" }, ...ENCODINGS.map((name) => el("option", { value: name }))),
      ...this.#fields.flatMap(([name, field], i) => [el("label", { for: `read-${name}` }, labels[i]), field]),
      el("button", { class: "fix" }, "Read again"),
    );
    this.element = el(
      "details",
      { class: "reading", hidden: true },
      el("summary", {}, "How the file is read"),
      form,
    );
  }

  get settings(): ReadingSettings {
    return Object.fromEntries(
      this.#fields.map(([name, field]) => [name, field.value.trim()]),
    ) as unknown as ReadingSettings;
  }

  /** Starts again with detected settings, for another file. */
  clear(): void {
    for (const [, field] of this.#fields) field.value = "";
    this.element.open = false;
  }
}
