/**
 * Collects values that do not match their column type or the catalog. Filters treat them as null; the output keeps
 * them.
 */
import type { Catalog } from "tamis";
import { escapeControls, show } from "tamis/diagnostics";
import { unreadableMembers } from "tamis/evaluator";
import { DataError } from "../io/errors.ts";
import {
  BAD_CELL,
  DATE_ORDERS,
  isPlaceholder,
  readCell,
  type BadCell,
  type Batch,
  type CellStyle,
  type ReadColumn,
  type Row,
} from "tamis/files";
import { badValueError } from "./file-report.ts";
import type { BadValue } from "./typed-members.ts";

const NO_BAD_VALUES: ReadonlyMap<number, readonly BadValue[]> = new Map();
const SHOWN_ROWS = 5;
const SHOWN_MEMBERS = 5;

export class UnreadableValues {
  /** True if values are cells, whose types can be inferred. */
  isCsv = false;
  /** Returns the name of a row for {@link note}. Default: its number. */
  nameOfRow: ((row: Row) => string) | undefined;
  readonly #file: string;
  readonly #hasCatalog: boolean;
  readonly #strict: boolean;
  readonly #style: CellStyle;
  /** Options that would read all cells of `addCell`. Undefined before the first cell. */
  #options: readonly (readonly [text: string, style: CellStyle])[] | undefined;
  /** True if `--type` declares the column of a cell of `addCell`, so that `--text` does not read it. */
  #isDeclared = false;
  readonly #unreadable: ((row: unknown) => readonly string[]) | undefined;
  /** Columns with unreadable cells, by row number. An entry is deleted when its row is inspected. */
  readonly #cells = new Map<number, string[]>();
  readonly #descriptions: string[] = [];
  /** Numbers of invalid rows that follow the inspected rows. */
  readonly #skipped = new Set<number>();
  /** Number of valid rows that `addRow` has passed. */
  #validRows = 0;
  /** Number of the row inspected last. */
  #inspectedRows = 0;
  #affectedRows = 0;

  /** @param strict true if {@link inspect} throws an error for the first value that does not match the catalog */
  constructor(file: string, catalog: Catalog | undefined, strict = false, style: CellStyle = {}) {
    this.#file = file;
    this.#style = style;
    this.#strict = strict;
    this.#hasCatalog = catalog !== undefined;
    this.#unreadable = catalog === undefined ? undefined : unreadableMembers(catalog);
  }

  readonly addCell = (cell: BadCell): void => {
    const { row, column, text } = cell;
    this.adviseFor(text, cell);
    const columns = this.#cells.get(row);
    if (columns === undefined) this.#cells.set(row, [column]);
    else columns.push(column);
  };

  /** Advises only options that read a cell. */
  adviseFor(text: string, column: ReadColumn): void {
    if (column.isRequired) this.#isDeclared = true;
    this.#options = (this.#options ?? optionsBesides(this.#style)).filter(
      ([, option]) => readCell(text, column, { ...this.#style, ...option }) !== BAD_CELL,
    );
  }

  /** Returns whether all values of a row match the catalog. Undefined without a catalog. */
  get isReadable(): ((row: Row) => boolean) | undefined {
    const unreadable = this.#unreadable;
    return unreadable && ((row) => unreadable(row).length === 0);
  }

  /** Tells the number of an invalid row, so that no valid row gets it. Call it before later rows are inspected or added. */
  skipRow(row: number): void {
    this.#skipped.add(row);
  }

  /**
   * @param bad values that do not match the types of `--type`, by the index of their row
   * @throws DataError if the report is strict
   */
  inspect(batch: Batch, bad: ReadonlyMap<number, readonly BadValue[]> = NO_BAD_VALUES): void {
    const hasBad = this.#cells.size > 0 || bad.size > 0;
    if (this.#unreadable === undefined && !hasBad && this.#skipped.size === 0) {
      this.#inspectedRows += batch.length;
      return;
    }
    for (const [index, row] of batch.entries()) {
      const number = this.#nextNumber();
      // Its values were checked before the row was replaced.
      if (isPlaceholder(row)) continue;
      const values = bad.get(index);
      if (this.#strict && values !== undefined) throw this.#badValue(row, number, values[0]!);
      const cells = values?.map(({ member }) => member) ?? this.#cells.get(number);
      if (cells !== undefined) this.#cells.delete(number);
      const members = this.#unreadable?.(row) ?? [];
      if (this.#strict && members.length > 0)
        throw new DataError(this.#file, { row: number }, `'${show(members[0]!)}' does not match the catalog`);
      if (cells === undefined && members.length === 0) continue;
      this.#add(this.nameOfRow?.(row) ?? `row ${number}`, [...(cells ?? []), ...members]);
    }
  }

  /**
   * Adds a row with members that do not match the catalog. Rows must be added in their order, and none may be inspected.
   *
   * @param index index among the valid rows of the file, from 0
   */
  addRow(index: number, members: readonly string[]): void {
    for (; this.#validRows < index; this.#validRows++) this.#nextNumber();
    this.#validRows++;
    this.#add(`row ${this.#nextNumber()}`, members);
  }

  note(): string | undefined {
    if (this.#affectedRows === 0) return undefined;
    const rows = this.#affectedRows === 1 ? "1 row has" : `${this.#affectedRows} rows have`;
    const hidden = this.#affectedRows - this.#descriptions.length;
    const types = this.isCsv ? "the types of their columns" : "the types of --type";
    const cause = this.#hasCatalog ? "the catalog's types" : types;
    const advice = this.#hasCatalog || !this.isCsv ? "" : this.#advice;
    return (
      `${escapeControls(this.#file)}: ${rows} values that do not match ${cause}; ` +
      `they count as null${advice}: ${this.#descriptions.join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}.`
    );
  }

  get #advice(): string {
    const [option, secondOption] = (this.#options ?? []).map(([text]) => text);
    if (option === undefined) return this.#isDeclared ? "" : " (--text reads all cells as strings)";
    // All days are at most 12, so only the user knows the order.
    return ` (${secondOption === undefined ? option : `${option} or ${secondOption}`} reads them)`;
  }

  #badValue(row: Row, number: number, value: BadValue): DataError {
    const error = badValueError(this.#file, number, value);
    const name = this.nameOfRow?.(row);
    return name === undefined ? error : new DataError(this.#file, {}, `${name}: ${error.reason}`);
  }

  #nextNumber(): number {
    let number = this.#inspectedRows + 1;
    while (this.#skipped.delete(number)) number++;
    this.#inspectedRows = number;
    return number;
  }

  #add(row: string, names: readonly string[]): void {
    if (++this.#affectedRows > SHOWN_ROWS) return;
    const list = names.slice(0, SHOWN_MEMBERS).join(", ") + (names.length > SHOWN_MEMBERS ? " …" : "");
    this.#descriptions.push(`${row} (${escapeControls(list)})`);
  }
}

function optionsBesides({ dates, decimalComma }: CellStyle): readonly (readonly [string, CellStyle])[] {
  const orders = dates === undefined ? DATE_ORDERS : [];
  return [
    ...orders.map((order) => [`--dates ${order}`, { dates: order }] as const),
    ...(decimalComma === true ? [] : [["--decimal-comma", { decimalComma: true }] as const]),
  ];
}
