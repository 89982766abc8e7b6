import { textMeasure } from "../dom/text-measure.ts";
import { shownText } from "./cell.ts";
import type { Column } from "../source/source.ts";
import type { ShownRow } from "../contract/protocol.ts";

const MIN_WIDTH = 64;
const MAX_FIRST_WIDTH = 300;
const CHARACTER = 7.6;
const PADDING = 30;
const SAMPLE = 40;
const DEFAULT_WIDTH = 160;

export interface LaidColumn extends Column {
  readonly width: number;
  /** Whether it stays at the beginning of the table. */
  readonly isPinned: boolean;
}

/** Which columns the table shows, in which order, and how wide. */
export class Columns {
  readonly #all: readonly Column[];
  /** Names of all columns, in the order of the data. Examples have some of them first. */
  readonly #names: readonly string[];
  /** Names of the shown columns. */
  #shown: readonly string[];
  #pinned: ReadonlySet<string> = new Set();
  readonly #widths = new Map<string, number>();
  #isMeasured = false;

  constructor(all: readonly Column[], first: readonly string[] = []) {
    this.#all = all;
    const names = all.map(({ name }) => name);
    this.#names = [...new Set([...first.filter((name) => names.includes(name)), ...names])];
    this.#shown = this.#names;
  }

  get all(): readonly Column[] {
    return this.#all;
  }

  get shown(): readonly LaidColumn[] {
    const byName = new Map(this.#all.map((column) => [column.name, column]));
    const laid = this.#shown.map((name) => ({
      ...byName.get(name)!,
      width: this.#widths.get(name) ?? DEFAULT_WIDTH,
      isPinned: this.#pinned.has(name),
    }));
    return [...laid.filter(({ isPinned }) => isPinned), ...laid.filter(({ isPinned }) => !isPinned)];
  }

  /** Chooses widths by the first rows. Those that the user chose stay. */
  measure(rows: readonly ShownRow[]): void {
    if (this.#isMeasured || rows.length === 0) return;
    this.#isMeasured = true;
    const measure = textMeasure("13.5px", "--sans");
    for (const { name, property } of this.#all) {
      if (this.#widths.has(name)) continue;
      // The header is bold, and has an arrow and a number if the rows are sorted by it.
      let widest = (name.length + 5) * CHARACTER;
      for (const { row } of rows.slice(0, SAMPLE))
        widest = Math.max(widest, measure(shownText(Object.hasOwn(row, property) ? row[property] : null)));
      this.resize(name, Math.min(widest + PADDING, MAX_FIRST_WIDTH));
    }
  }

  resize(name: string, width: number): void {
    this.#widths.set(name, Math.max(MIN_WIDTH, Math.round(width)));
  }

  setShown(name: string, isShown: boolean): void {
    const remaining = this.#shown.filter((shownName) => shownName !== name);
    if (isShown) this.#shown = [...remaining, name];
    // A table without columns could not be used.
    else if (remaining.length > 0) this.#shown = remaining;
  }

  pin(name: string, isPinned: boolean): void {
    const pinned = new Set(this.#pinned);
    if (isPinned) pinned.add(name);
    else pinned.delete(name);
    this.#pinned = pinned;
  }

  /** Moves a column by a number of places among those that are shown. */
  move(name: string, by: number): void {
    const names = this.shown.map((column) => column.name);
    const at = names.indexOf(name);
    const to = Math.min(Math.max(at + by, 0), names.length - 1);
    if (at < 0 || at === to) return;
    names.splice(to, 0, ...names.splice(at, 1));
    this.#shown = names;
  }

  /** Text of a link; empty for the columns of the data. A pinned column has an exclamation mark. */
  get text(): string {
    const isDefault =
      this.#pinned.size === 0 &&
      this.#shown.length === this.#all.length &&
      this.#shown.every((name, i) => name === this.#names[i]);
    return isDefault
      ? ""
      : this.#shown
          .map((name) => `${encodeURIComponent(name)}${this.#pinned.has(name) ? "!" : ""}`)
          .join(",");
  }

  /** Reads the text of a link. Unknown columns are left out. */
  set text(text: string) {
    const names = new Set(this.#names);
    const parts = text.split(",").map((part) => {
      const isPinned = part.endsWith("!");
      return { name: decode(isPinned ? part.slice(0, -1) : part), isPinned };
    });
    const knownParts = parts.filter(({ name }) => names.has(name));
    this.#shown = knownParts.length === 0 ? [...names] : [...new Set(knownParts.map(({ name }) => name))];
    this.#pinned = new Set(knownParts.filter(({ isPinned }) => isPinned).map(({ name }) => name));
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
