/** The cells of rows of CSV, whose columns have types. */
import { hasMovedName, keepOrder } from "../../values/json/member-order.ts";
import { cellText } from "../../values/csv/csv-line.ts";
import {
  BAD_CELL,
  readOddCell,
  readPlainCell,
  shownValue,
  type CellStyle,
  type ReadColumn,
} from "./cell-types.ts";
import { setOwnProperty } from "../../values/own-properties.ts";
import { CELL_TEXTS, setShown, type FileRow, type SourceRow } from "../rows/row.ts";
import { furtherName } from "../rows/csv-header.ts";

export interface TypedColumn extends ReadColumn {
  readonly name: string;
  /** True if all cells so far are empty, and the type is to be inferred from the first others. */
  readonly isUndecided?: boolean;
}

export class TypedCells {
  readonly columns: readonly TypedColumn[];
  readonly style: CellStyle;
  readonly #names: readonly string[];
  readonly #nameSet: ReadonlySet<string>;
  /** Indexes of the columns without a type. */
  readonly #undecided: readonly number[];
  /** Whether rows can have names, or values with names, that JavaScript moves. */
  readonly #isOrdered: boolean;

  constructor(columns: readonly TypedColumn[], style: CellStyle = {}) {
    this.columns = columns;
    this.style = style;
    this.#names = columns.map(({ name }) => name);
    this.#nameSet = new Set(this.#names);
    this.#undecided = [...columns.keys()].filter((i) => columns[i]!.isUndecided === true);
    this.#isOrdered = hasMovedName(this.#names) || columns.some(({ type }) => type === "json");
  }

  /** Returns whether a row has a cell whose column has no type yet. */
  decides(cells: readonly string[]): boolean {
    for (const i of this.#undecided) if (cells[i] !== undefined && cells[i] !== "") return true;
    return false;
  }

  /**
   * Returns the row. Missing cells are null, and further ones are called column4, column5 …
   *
   * @param onBadCell called for each bad cell, which is read as null
   */
  row(cells: readonly string[], onBadCell?: (column: TypedColumn, text: string) => void): FileRow {
    const row: SourceRow = {};
    const { columns, style } = this;
    let odd: Map<string, unknown> | undefined;
    let texts: Map<string, string> | undefined;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!;
      const text = cells[i] ?? "";
      let value = readPlainCell(text, column, style);
      let shown = value;
      if (value === BAD_CELL) {
        value = readOddCell(text, column, style);
        shown = value === BAD_CELL ? text : shownValue(text, style);
        if (value === BAD_CELL) {
          value = null;
          onBadCell?.(column, text);
        }
        if (value !== shown) (odd ??= new Map<string, unknown>()).set(column.name, shown);
      }
      if (shown !== text && cellText(shown) !== text) (texts ??= new Map()).set(column.name, text);
      setOwnProperty(row, column.name, value);
    }
    for (let i = columns.length; i < cells.length; i++)
      if (cells[i] !== "") setOwnProperty(row, furtherName(i, this.#nameSet), cells[i]);
    const shown = odd === undefined ? row : shownRow(row, odd);
    if (this.#isOrdered) for (const target of new Set([row, shown])) keepOrder(target, this.#names);
    if (texts !== undefined) Object.defineProperty(shown, CELL_TEXTS, { value: texts });
    return row;
  }
}

/** Sets the row that outputs print: some of its cells differ from what conditions see. */
function shownRow(row: SourceRow, odd: ReadonlyMap<string, unknown>): SourceRow {
  const shown = { ...row };
  for (const [name, value] of odd) setOwnProperty(shown, name, value);
  setShown(row, shown);
  return shown;
}
