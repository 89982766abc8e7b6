/**
 * Writes a table. The first rows determine the column widths, so that tables of any length can be streamed.
 * Strings are cut on a terminal only. Numbers are never cut.
 */
import { withoutPrototype } from "../formats/own-members.ts";
import { styleText } from "node:util";
import { cutToWidth, displayWidth } from "../io/display-width.ts";
import { RowColumns } from "./row-columns.ts";
import type { Row } from "tamis/files";
import type { TextOutput } from "../io/text-output.ts";
import type { RowOutput, WriteOptions } from "./row-output.ts";
import { recordLines } from "./record-lines.ts";
import { isolated, isUncut, safeText, shownText } from "./table-cells.ts";
import { fitColumns, GAP, MORE, type ColumnWidths } from "./table-layout.ts";

const WIDTH_ROWS = 1_000;
/**
 * Text of null in colored tables. Without color, null is blank, because it would look like the string "null".
 */
const NULL = "null";

type Values = readonly unknown[];

interface TableColumn {
  readonly name: string;
  readonly width: number;
  readonly right: boolean;
  /** True on terminals: longer strings are cut, because the terminal would wrap the line. */
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
  #isRecords = false;
  #records = 0;

  constructor(output: TextOutput, options: WriteOptions) {
    this.#output = output;
    this.#options = withoutPrototype(options);
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
    const { columns: room, keepColumns = false, onOmittedColumns } = this.#options;
    const measured = names.map((name, i) => this.#measure(name, rows, i));
    const widths = room === undefined ? measured.map(({ natural }) => natural) : fitColumns(measured, room);
    const omits = widths.length < names.length;
    if (omits && (keepColumns || widths.length === 0)) {
      this.#isRecords = true;
      return;
    }
    this.#leftOut = omits;
    if (omits) onOmittedColumns?.(widths.length, names.length);
    this.#shown = widths.map((width, i) => ({
      name: names[i]!,
      width,
      right: this.#isNumeric(names[i]!, i, values),
      cut: room !== undefined,
    }));
  }

  #measure(name: string, rows: readonly Values[], index: number): ColumnWidths {
    let natural = displayWidth(safeText(name));
    let uncut = 0;
    for (const cells of rows) {
      const value = cells[index];
      const width = this.#widthOf(value);
      if (width > natural) natural = width;
      if (width > uncut && isUncut(value)) uncut = width;
    }
    return { natural, uncut };
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
    if (this.#isRecords) return "";
    const names = this.#shown.map((column) => this.#paint("bold", pad(safeText(column.name), column)));
    const rules = this.#shown.map(({ width }) => this.#paint("dim", "─".repeat(width)));
    return this.#join(names) + this.#join(rules);
  }

  #line(values: readonly unknown[]): string {
    if (this.#isRecords) return this.#record(values);
    const cells = this.#shown.map((column, i) => {
      const value = values[i];
      if ((value ?? null) === null) return this.#paint("dim", pad(this.#color ? NULL : "", column));
      return pad(shownText(value), column, !isUncut(value));
    });
    return this.#join(cells);
  }

  #record(values: readonly unknown[]): string {
    const cells = this.#columns!.names.map((name, i) => {
      const isNull = (values[i] ?? null) === null;
      const text = isNull ? (this.#color ? NULL : "") : shownText(values[i]);
      return { name: safeText(name), text, isNull };
    });
    const lines = recordLines(++this.#records, cells, this.#options.columns!, {
      name: (text) => this.#paint("bold", text),
      rule: (text) => this.#paint("dim", text),
      null: (text) => this.#paint("dim", text),
    });
    return lines.map((line) => `${line.trimEnd()}\n`).join("");
  }

  #join(cells: readonly string[]): string {
    const line = cells.join(GAP) + (this.#leftOut ? GAP + MORE : "");
    return line.trimEnd() + "\n";
  }

  #paint(style: "bold" | "dim", text: string): string {
    return this.#color && text.trim() !== "" ? styleText(style, text, { validateStream: false }) : text;
  }
}

/** Pads a cell, or cuts it on a terminal. A number of a later row can be wider than its column, and stays complete. */
function pad(text: string, { width, right, cut }: Omit<TableColumn, "name">, isCuttable = true): string {
  const shown = cut && isCuttable ? cutToWidth(text, width) : text;
  const space = " ".repeat(Math.max(0, width - displayWidth(shown)));
  const cell = cut ? isolated(shown) : shown;
  return right ? space + cell : cell + space;
}
