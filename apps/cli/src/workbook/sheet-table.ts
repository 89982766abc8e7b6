/** Rows of a sheet. They stay in memory, because its last row can have the first value of a column. */
import type { CellValue, StreamRow } from "hucre/xlsx";
import { columnName, uniqueNames, ROWS_PER_BATCH, type CsvHeader, type Batch, type Row } from "tamis/files";
import { setOwn } from "../formats/own-members.ts";

/** Cell without a value: an error of a formula, or a date outside of the calendar of Excel. */
export interface ErrorCell {
  /** As in formulas: `B7`. */
  readonly cell: string;
  readonly row: number;
  readonly text: string;
}

export interface SheetTableOptions {
  /** False: the first row is a row of data. */
  readonly header: boolean;
  readonly onErrorCell: (cell: ErrorCell) => void;
}

type Cells = readonly CellValue[];

export class SheetTable {
  /** Number of rows that are not empty. */
  rowCount = 0;
  readonly #options: SheetTableOptions;
  #header: Cells | undefined;
  /** Rows in batches, so that the memory of each batch is released after its use. */
  readonly #batches: Cells[][] = [];
  readonly #columns = new Map<number, { hasTime: boolean }>();

  constructor(options: SheetTableOptions) {
    this.#options = options;
  }

  add({ index, values }: StreamRow): void {
    const end = values.findLastIndex((value) => !isEmpty(value)) + 1;
    if (end === 0) return;
    this.rowCount++;
    const isHeader = this.#options.header && this.rowCount === 1;
    const cells = values.slice(0, end).map((value, i) => {
      if (isEmpty(value)) return null;
      if (!this.#columns.has(i)) this.#columns.set(i, { hasTime: false });
      if (isHeader || !isError(value)) return value;
      const text = value instanceof Date ? "a date before 1900 or after 9999" : String(value);
      this.#options.onErrorCell({
        cell: cellName(i, index),
        row: this.rowCount - Number(this.#options.header),
        text,
      });
      return null;
    });
    if (isHeader) {
      this.#header = cells;
      return;
    }
    for (const [i, value] of cells.entries())
      if (value instanceof Date && !isTime(value) && value.getTime() % DAY !== 0)
        this.#columns.get(i)!.hasTime = true;
    const batch = this.#batches.at(-1);
    if (batch === undefined || batch.length === ROWS_PER_BATCH) this.#batches.push([cells]);
    else batch.push(cells);
  }

  /** Names the columns that have a name or a value. */
  header(): CsvHeader {
    const columns = this.#sortedColumns();
    const header = this.#header;
    if (header === undefined) return { names: columns.map((_, i) => columnName(i)), problems: [] };
    return uniqueNames(columns.map((column) => textOf(header[column] ?? null)));
  }

  /** Returns the rows once. Each has all columns. */
  *rows(names: readonly string[]): Generator<Batch> {
    const columns = this.#sortedColumns().map((index, i) => ({
      index,
      name: names[i]!,
      hasTime: this.#columns.get(index)!.hasTime,
    }));
    for (let batch = this.#batches.shift(); batch !== undefined; batch = this.#batches.shift())
      yield batch.map((cells) => {
        const row: Row = {};
        for (const { index, name, hasTime } of columns) {
          const value = cells[index] ?? null;
          setOwn(row, name, value instanceof Date ? isoText(value, hasTime) : value);
        }
        return row;
      });
  }

  #sortedColumns(): number[] {
    return [...this.#columns.keys()].sort((a, b) => a - b);
  }
}

function isEmpty(value: CellValue): boolean {
  return value === null || value === "";
}

/** The reader returns errors as strings. */
const ERRORS: ReadonlySet<unknown> = new Set([
  "#NULL!",
  "#DIV/0!",
  "#VALUE!",
  "#REF!",
  "#NAME?",
  "#NUM!",
  "#N/A",
  "#GETTING_DATA",
  "#SPILL!",
  "#CALC!",
  "#FIELD!",
  "#BLOCKED!",
  "#CONNECT!",
  "#UNKNOWN!",
  "#BUSY!",
]);

function isError(value: CellValue): boolean {
  if (value instanceof Date) return !(value.getTime() >= FIRST_DAY && value.getTime() < END_OF_DATES);
  return typeof value === "number" ? !Number.isFinite(value) : ERRORS.has(value);
}

const DAY = 86_400_000;
/** Day 0 of Excel. A time without a date is on it. */
const FIRST_DAY = Date.UTC(1899, 11, 31);
const END_OF_DATES = Date.UTC(10_000, 0, 1);

function isTime(date: Date): boolean {
  return date.getTime() < FIRST_DAY + DAY;
}

/** @param hasTime true if a value of the column has a time, so that all its values are date-times */
function isoText(date: Date, hasTime: boolean): string {
  const text = date.toISOString().replace(/(?:\.000)?Z$/, "");
  if (isTime(date)) return text.slice(11);
  return hasTime ? text : text.slice(0, 10);
}

function textOf(value: CellValue): string {
  if (value === null) return "";
  return value instanceof Date ? isoText(value, value.getTime() % DAY !== 0) : String(value);
}

/**
 * @param column from 0
 * @param row from 0
 * @example cellName(27, 6) // "AB7"
 */
function cellName(column: number, row: number): string {
  let letters = "";
  for (let n = column; n >= 0; n = Math.floor(n / 26) - 1)
    letters = String.fromCharCode(65 + (n % 26)) + letters;
  return `${letters}${row + 1}`;
}
