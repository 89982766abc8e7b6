/** The cells of rows of CSV, whose columns have types. */
import { hasMovedName, keepOrder } from "tamis/catalog";
import { cellText } from "../formats/cell-text.ts";
import {
  BAD_CELL,
  isInvalidTemporal,
  isTemporalType,
  readCell,
  type CellStyle,
  type CellType,
} from "../formats/cell-types.ts";
import { setOwn } from "../formats/own-members.ts";
import { CELL_TEXTS, type Row, type SourceRow } from "../formats/row.ts";
import { columnName } from "./shared/csv-header.ts";

export interface TypedColumn {
  readonly name: string;
  readonly type: CellType;
  /** True if invalid dates and times are bad cells. */
  readonly isRequired: boolean;
}

export class TypedCells {
  readonly columns: readonly TypedColumn[];
  readonly style: CellStyle;
  readonly #names: readonly string[];
  /** Whether rows can have names, or values with names, that JavaScript moves. */
  readonly #isOrdered: boolean;

  constructor(columns: readonly TypedColumn[], style: CellStyle = {}) {
    this.columns = columns;
    this.style = style;
    this.#names = columns.map(({ name }) => name);
    this.#isOrdered = hasMovedName(this.#names) || columns.some(({ type }) => type === "json");
  }

  /** Returns the value of a cell, and `BAD_CELL` if its column cannot have it. */
  read(text: string, { type, isRequired }: TypedColumn): unknown {
    const value = readCell(text, type, this.style);
    return isRequired && isInvalidTemporal(value, type) ? BAD_CELL : value;
  }

  /** Returns which cells `loadText` reads as this class does, without a call of `read`: the `kind` of its column. */
  kindOf({ type, isRequired }: TypedColumn): "string" | "number" | "integer" | "other" {
    if (type === "number" || type === "integer") return this.style.decimalComma === true ? "other" : type;
    if (isTemporalType(type)) return isRequired || this.style.dates !== undefined ? "other" : "string";
    return type === "string" ? "string" : "other";
  }

  /**
   * Returns the row. Missing cells are null, and further ones are called column4, column5 …
   *
   * @param onBadCell called for each bad cell, which is read as null
   */
  row(cells: readonly string[], onBadCell?: (column: TypedColumn, text: string) => void): Row {
    const row: SourceRow = {};
    const { columns } = this;
    let texts: Map<string, string> | undefined;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!;
      const text = cells[i] ?? "";
      let value = this.read(text, column);
      if (value === BAD_CELL) {
        value = null;
        onBadCell?.(column, text);
      }
      if (value !== text && cellText(value) !== text) (texts ??= new Map()).set(column.name, text);
      setOwn(row, column.name, value);
    }
    for (let i = columns.length; i < cells.length; i++)
      if (cells[i] !== "") setOwn(row, this.#furtherName(i), cells[i]);
    if (this.#isOrdered) keepOrder(row, this.#names);
    if (texts !== undefined) Object.defineProperty(row, CELL_TEXTS, { value: texts });
    return row;
  }

  /** Returns the name of a column after those of the header. */
  #furtherName(index: number): string {
    const name = columnName(index);
    return this.columns.some((column) => column.name === name) ? `${name}_2` : name;
  }
}
