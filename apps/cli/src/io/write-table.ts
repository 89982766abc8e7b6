/**
 * A table for people: aligned columns under a header, numbers at the right, characters counted as wide as a terminal
 * shows them, and nothing in a cell that a terminal would obey. The widths come from the first rows, so a table of any
 * length is written as it is read; a later cell that is wider is cut on a terminal, and elsewhere stands out.
 */
import { styleText } from "node:util";
import { escapeControls } from "tamis/diagnostics";
import { cutToWidth, displayWidth } from "./display-width.ts";
import { RowColumns } from "./row-columns.ts";
import type { Row } from "./row-reader.ts";
import type { TextOutput } from "./text-output.ts";
import { cellText } from "./cell-text.ts";
import type { RowWriter, WriteOptions } from "./write-rows.ts";

/** How many rows the widths of columns are taken from. */
const WIDTH_ROWS = 1_000;
/** Between two columns. */
const GAP = "  ";
/** Columns are not made narrower than this to fit the terminal; those that do not fit are left out. */
const NARROWEST = 5;
/** Stands in the place of the columns that do not fit. */
const MORE = "…";
const MARKS = GAP.length + MORE.length;
/** More of a cell is never looked at. No terminal shows as much in a line. */
const LONGEST_CELL = 2_000;

/** What null looks like where it can be told from the text. */
const NULL = "null";

type Values = readonly unknown[];

interface TableColumn {
  readonly name: string;
  readonly width: number;
  readonly right: boolean;
  /** Whether a wider cell is cut: on a terminal, where a longer line would break. */
  readonly cut: boolean;
}

export class TableWriter implements RowWriter {
  readonly #output: TextOutput;
  readonly #options: WriteOptions;
  readonly #color: boolean;
  #held: Row[] = [];
  #columns: RowColumns | undefined;
  #shown: readonly TableColumn[] = [];
  #leftOut = false;

  constructor(output: TextOutput, options: WriteOptions) {
    this.#output = output;
    this.#options = options;
    this.#color = options.color ?? false;
  }

  write(row: Row): Promise<void> | undefined {
    if (this.#columns !== undefined) return this.#output.write(this.#line(this.#columns.cells(row)));
    this.#held.push(row);
    return this.#held.length < WIDTH_ROWS ? undefined : this.#begin();
  }

  async flush(): Promise<void> {
    if (this.#columns === undefined && this.#held.length > 0) await this.#begin();
    await this.#output.end();
  }

  async end(): Promise<void> {
    if (this.#columns === undefined) await this.#begin();
    await this.#output.end();
  }

  #begin(): Promise<void> | undefined {
    const columns = new RowColumns(this.#held, this.#options);
    this.#columns = columns;
    if (columns.names.length === 0) return undefined;
    const rows = this.#held.map((row) => columns.cells(row));
    this.#layOut(
      columns.names,
      rows,
      this.#held.map((row) => columns.values(row)),
    );
    this.#held = [];
    return this.#output.write(this.#header() + rows.map((values) => this.#line(values)).join(""));
  }

  #layOut(names: readonly string[], rows: readonly Values[], values: readonly Values[]): void {
    const natural = names.map((name, i) =>
      rows.reduce((widest, cells) => Math.max(widest, this.#widthOf(cells[i])), displayWidth(safe(name))),
    );
    const { columns: room = Infinity } = this.#options;
    const widths = fit(natural, room);
    // Where there is hardly room for one column, its value matters more than the mark.
    this.#leftOut = widths.length < names.length && room > MARKS;
    this.#shown = widths.map((width, i) => ({
      name: names[i]!,
      width,
      right: this.#isNumeric(names[i]!, i, values),
      cut: this.#options.columns !== undefined,
    }));
  }

  #widthOf(value: unknown): number {
    if ((value ?? null) === null) return this.#color ? NULL.length : 0;
    return displayWidth(shownText(value));
  }

  #isNumeric(name: string, index: number, rows: readonly Values[]): boolean {
    const type = this.#options.types?.get(name);
    if (type !== undefined) return type === "integer" || type === "number";
    const values = rows.map((row) => row[index]).filter((value) => (value ?? null) !== null);
    return (
      values.length > 0 && values.every((value) => typeof value === "number" || typeof value === "bigint")
    );
  }

  #header(): string {
    const names = this.#shown.map((column) => this.#paint("bold", pad(safe(column.name), column)));
    const rules = this.#shown.map(({ width }) => this.#paint("dim", "─".repeat(width)));
    return this.#join(names) + this.#join(rules);
  }

  #line(values: readonly unknown[]): string {
    const cells = this.#shown.map((column, i) => {
      const value = values[i];
      // Without color `null` could not be told from the text "null".
      if ((value ?? null) === null) return this.#paint("dim", pad(this.#color ? NULL : "", column));
      return pad(shownText(value), column);
    });
    return this.#join(cells);
  }

  #join(cells: readonly string[]): string {
    const line = cells.join(GAP) + (this.#leftOut ? GAP + MORE : "");
    return line.trimEnd() + "\n";
  }

  #paint(style: "bold" | "dim", text: string): string {
    return this.#color && text.trim() !== "" ? styleText(style, text, { validateStream: false }) : text;
  }
}

/**
 * Widths of columns that fit into a line: the widest are narrowed first, all to the same width. Where even that is not
 * enough, columns at the end are left out; the first one always stays.
 */
function fit(natural: readonly number[], room: number): number[] {
  for (let count = natural.length; count > 0; count--) {
    const marks = count < natural.length ? MARKS : 0;
    const space = Math.max(1, room - GAP.length * (count - 1) - marks);
    const shown = natural.slice(0, count);
    const cap = widestCap(shown, space, count === 1 ? 1 : NARROWEST);
    if (cap !== undefined) return shown.map((width) => Math.min(width, cap));
  }
  return [];
}

/** The largest width that columns may have so that together they take no more than `space`. */
function widestCap(widths: readonly number[], space: number, least: number): number | undefined {
  const ascending = [...widths].sort((a, b) => a - b);
  let left = space;
  for (const [i, width] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - i));
    if (width > share) return share >= least ? share : undefined;
    left -= width;
  }
  return Infinity;
}

function pad(text: string, { width, right, cut }: Omit<TableColumn, "name">): string {
  const natural = displayWidth(text);
  if (natural > width) return cut ? pad(cutToWidth(text, width), { width, right, cut: false }) : text;
  const space = " ".repeat(width - natural);
  return right ? space + text : text + space;
}

function shownText(value: unknown): string {
  return safe(cellText(value));
}

/** Most texts are plain, and that is quickly seen. */
const PLAIN = /^[\x20-\x7e]*$/;

function safe(text: string): string {
  if (text.length <= LONGEST_CELL && PLAIN.test(text)) return text;
  return escapeControls(text.length > LONGEST_CELL ? text.slice(0, LONGEST_CELL) : text);
}
