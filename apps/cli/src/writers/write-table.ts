/**
 * Writes a table. The first rows determine the column widths, so that tables of any length can be streamed.
 * Wider cells are cut on a terminal only.
 */
import { styleText } from "node:util";
import { escapeControls } from "tamis/diagnostics";
import { cutToWidth, displayWidth } from "../io/display-width.ts";
import { RowColumns } from "./row-columns.ts";
import type { Row } from "../formats/row.ts";
import type { TextOutput } from "../io/text-output.ts";
import { cellText } from "../formats/cell-text.ts";
import type { RowOutput, WriteOptions } from "./row-output.ts";

const WIDTH_ROWS = 1_000;
const GAP = "  ";
/** Minimum width that a narrowed column can have. Columns are left out if they do not fit with it. */
const MIN_WIDTH = 5;
/** Sign at the end of a line that columns were left out. */
const MORE = "…";
const MORE_WIDTH = GAP.length + MORE.length;
/** Maximum characters of a cell that are printed. No terminal line shows more. */
const MAX_CELL_LENGTH = 2_000;

/**
 * Text of null in colored tables. Without color, null is blank, because it would look like the string "null".
 */
const NULL = "null";

type Values = readonly unknown[];

interface TableColumn {
  readonly name: string;
  readonly width: number;
  readonly right: boolean;
  /** True on terminals: longer cells are cut, because the terminal would wrap the line. */
  readonly cut: boolean;
}

export class TableWriter implements RowOutput {
  readonly #output: TextOutput;
  readonly #options: WriteOptions;
  readonly #color: boolean;
  #buffered: Row[] = [];
  #columns: RowColumns | undefined;
  #shown: readonly TableColumn[] = [];
  #leftOut = false;

  constructor(output: TextOutput, options: WriteOptions) {
    this.#output = output;
    this.#options = options;
    this.#color = options.color ?? false;
  }

  write(row: Row): Promise<void> | undefined {
    if (this.#columns !== undefined)
      return this.#output.write(this.#line(this.#columns.cells(row)), "styled");
    this.#buffered.push(row);
    return this.#buffered.length < WIDTH_ROWS ? undefined : this.#begin();
  }

  async flush(): Promise<void> {
    if (this.#columns === undefined && this.#buffered.length > 0) await this.#begin();
    await this.#output.end();
  }

  async end(): Promise<void> {
    if (this.#columns === undefined) await this.#begin();
    await this.#output.end();
  }

  #begin(): Promise<void> | undefined {
    const columns = new RowColumns(this.#buffered, this.#options);
    this.#columns = columns;
    if (columns.names.length === 0) return undefined;
    const rows = this.#buffered.map((row) => columns.cells(row));
    this.#layOut(
      columns.names,
      rows,
      this.#buffered.map((row) => columns.values(row)),
    );
    this.#buffered = [];
    return this.#output.write(this.#header() + rows.map((values) => this.#line(values)).join(""), "styled");
  }

  #layOut(names: readonly string[], rows: readonly Values[], values: readonly Values[]): void {
    const natural = names.map((name, i) =>
      rows.reduce((widest, cells) => Math.max(widest, this.#widthOf(cells[i])), displayWidth(safe(name))),
    );
    const { columns: room = Infinity } = this.#options;
    const widths = fit(natural, room);
    // If there is room for one column only, its value is more useful than the sign for omitted columns.
    this.#leftOut = widths.length < names.length && room > MORE_WIDTH;
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
 * Returns the widths of the columns that fit. Narrows the widest columns first, then omits columns from the
 * end.
 */
function fit(natural: readonly number[], room: number): number[] {
  for (let count = natural.length; count > 0; count--) {
    const marks = count < natural.length ? MORE_WIDTH : 0;
    const space = Math.max(1, room - GAP.length * (count - 1) - marks);
    const shown = natural.slice(0, count);
    const cap = widestCap(shown, space, count === 1 ? 1 : MIN_WIDTH);
    if (cap !== undefined) return shown.map((width) => Math.min(width, cap));
  }
  return [];
}

/** Returns the largest maximum width with which all columns fit. Undefined if it is below `min`. */
function widestCap(widths: readonly number[], space: number, min: number): number | undefined {
  const ascending = [...widths].sort((a, b) => a - b);
  let left = space;
  for (const [i, width] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - i));
    if (width > share) return share >= min ? share : undefined;
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

/** Matches strings that need no escaping, which most cells are. */
const PLAIN = /^[\x20-\x7e]*$/;

function safe(text: string): string {
  if (text.length <= MAX_CELL_LENGTH && PLAIN.test(text)) return text;
  return escapeControls(text.length > MAX_CELL_LENGTH ? text.slice(0, MAX_CELL_LENGTH) : text);
}
