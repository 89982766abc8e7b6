import type { ReadRows, RowKernel } from "../../wasm/row-kernel.ts";
import { isUtf8 } from "../bytes/decode.ts";
import { CsvRecord, INCOMPLETE, PLAIN_CSV, QUOTE_IN_CELL } from "../csv/csv-record.ts";
import { RowFault } from "../json-rows/parse-row.ts";
import { hasExtraCells, raggedReason } from "../rows/csv-header.ts";
import { cellAt, cellOf, textColumns, type CellColumn } from "./cell-at.ts";
import type { TypedCells } from "../cells/typed-cells.ts";
import { UNUSUAL, type ParsedRow, type TextFormat } from "./text-format.ts";

/** Maximum number of columns. */
export const MAX_COLUMNS = 1_000;

/** How rows of CSV are read. */
export interface CsvTextOptions {
  readonly delimiter: string;
  readonly columns: readonly CellColumn[];
  /** Returns the object of a row. Default: an object with the value of each column. */
  readonly row?: ((cells: readonly string[]) => object) | undefined;
  /** The cells that `columns` and `row` read, if the caller has no functions of its own. */
  readonly cells?: TypedCells | undefined;
}

/** @param decide as for `textColumns` */
export function formatOfCells(delimiter: string, cells: TypedCells, decide?: () => unknown): CsvFormat {
  const columns = textColumns(cells, decide);
  return new CsvFormat({ delimiter, columns, row: (texts) => cells.row(texts), cells });
}

/** Returns whether numbers and words never contain a delimiter. The kernel finds the cells of such texts. */
export function isTextDelimiter(delimiter: string): boolean {
  return /^[^"\r\n\0\w+.\-\x80-\uffff]$/.test(delimiter);
}

/** Rows of CSV (RFC 4180). */
export class CsvFormat implements TextFormat {
  readonly isJson = false;
  readonly delimiter: string;
  readonly cells: TypedCells | undefined;
  readonly names: readonly string[];
  readonly checked: readonly number[];
  readonly #delimiter: number;
  readonly #record: CsvRecord;
  readonly #columns: readonly CellColumn[];
  readonly #rowOf: ((cells: readonly string[]) => object) | undefined;

  constructor({ delimiter, columns, row, cells }: CsvTextOptions) {
    this.delimiter = delimiter;
    this.cells = cells;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#record = new CsvRecord({ ...PLAIN_CSV, delimiter });
    this.#rowOf = row;
    this.#columns = columns;
    this.names = columns.map(({ name }) => name);
    this.checked = [...columns.keys()].filter((i) => columns[i]!.kind !== "string");
  }

  readRows(kernel: RowKernel, start: number, width: number): ReadRows {
    return kernel.readCsv(start, width, this.#delimiter);
  }

  parse(bytes: Uint8Array, start: number, isFinal: boolean): ParsedRow {
    const end = this.#record.read(bytes, start, isFinal);
    if (end === INCOMPLETE) return { end, lines: 0 };
    const { lines, cells, reason, hasStrayQuote } = this.#record;
    const { length } = this.#columns;
    const fault = isUtf8(bytes.subarray(start, end))
      ? (reason ?? (hasStrayQuote ? QUOTE_IN_CELL : undefined))
      : NOT_UTF8;
    if (fault !== undefined) return { end, lines, fault: new RowFault(fault) };
    if (cells.length === 0) return { end, lines };
    if (hasExtraCells(cells, length)) return { end, lines, row: this.#row(cells) };
    return { end, lines, fault: new RowFault(raggedReason(cells.length, length), "", "ragged") };
  }

  read(text: Uint8Array): object {
    return this.#row(this.#cellsOf(text));
  }

  unreadableIn(text: Uint8Array): (column: number) => boolean {
    const cells = this.#cellsOf(text);
    return (i) => cellOf(cells[i]!, this.#columns[i]!) === undefined;
  }

  /** @param text can begin and end with the line ends of invalid rows */
  #cellsOf(text: Uint8Array): readonly string[] {
    for (let at = 0; at < text.length;) {
      at = this.#record.read(text, at, true);
      if (this.#record.cells.length > 0) return this.#record.cells;
    }
    throw new Error("internal: a row was accepted, but is invalid");
  }

  #row(cells: readonly string[]): object {
    const columns = this.#columns;
    if (this.#rowOf !== undefined) return this.#rowOf(cells.slice(0, columns.length));
    const values = columns.map((column, i) => cellOf(cells[i]!, column));
    return Object.fromEntries(
      columns.map(({ name }, i) => [name, values[i] === undefined ? null : values[i]]),
    );
  }

  /** Members of values are read from the object of their row. */
  find(): number {
    return UNUSUAL;
  }

  stringNames(): readonly string[] {
    return this.#columns.filter(({ kind }) => kind === "string").map(({ name }) => name);
  }

  valueAt(bytes: Uint8Array, at: number, column: number): unknown {
    return cellAt(bytes, at, this.#columns[column]!, this.#delimiter);
  }
}

const NOT_UTF8 = "the row is not valid UTF-8";
