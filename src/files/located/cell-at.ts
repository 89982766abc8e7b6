/** Reads cells of CSV (RFC 4180) at their offsets. */
import { CARRIAGE_RETURN, DOUBLE_QUOTE, LINE_FEED } from "../bytes/bytes.ts";
import { NumberReader } from "../bytes/number-reader.ts";
import { decodeUtf8 } from "../bytes/decode.ts";
import { BAD_CELL, readCell } from "../cells/cell-types.ts";
import type { TypedCells, TypedColumn } from "../cells/typed-cells.ts";

/** How the cells of a column are read. */
export interface CellColumn {
  readonly name: string;
  /** Kind of the cells that are read without a call of `read`. */
  readonly kind: "string" | "number" | "integer" | "other";
  /** Returns the value of another cell; undefined if it is unreadable. */
  readonly read: (text: string) => unknown;
}

/** Numbers as in JSON, but not with more digits than parseJson accepts, and not beyond doubles. */
const NUMBERS = {
  number: /^-?(?:0|[1-9]\d{0,299})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,2})?$/,
  integer: /^-?(?:0|[1-9]\d{0,299})$/,
};
/** Maximum number of characters of a number that is read without a call of `read`. */
const MAX_LENGTH = 15;
const READER = new NumberReader();

/** Returns the value of the cell at an offset; undefined if its column cannot read it. */
export function cellAt(bytes: Uint8Array, at: number, column: CellColumn, delimiter: number): unknown {
  const { kind } = column;
  const isQuoted = bytes[at] === DOUBLE_QUOTE;
  if (!isQuoted && isCellEnd(bytes, at, delimiter)) return null;
  if (kind === "number" || kind === "integer") {
    const start = isQuoted ? at + 1 : at;
    const value = READER.read(bytes, start);
    const { end, isInteger } = READER;
    const isEnd = isQuoted ? bytes[end] === DOUBLE_QUOTE : isCellEnd(bytes, end, delimiter);
    if (value === value && isEnd && end - start <= MAX_LENGTH && (kind === "number" || isInteger))
      return value;
  }
  return cellOf(textAt(bytes, at, delimiter), column);
}

/** Returns the value of a cell with a text; undefined if its column cannot read it. */
export function cellOf(text: string, { kind, read }: CellColumn): unknown {
  if (text === "") return null;
  if (kind === "string") return text;
  const isNumber = kind !== "other" && text.length <= MAX_LENGTH && NUMBERS[kind].test(text);
  return isNumber ? Number(text) : read(text);
}

/** Returns the text of a cell, without quotes around it. */
function textAt(bytes: Uint8Array, at: number, delimiter: number): string {
  let end = at;
  if (bytes[at] !== DOUBLE_QUOTE) {
    while (!isCellEnd(bytes, end, delimiter)) end++;
    return decodeUtf8(bytes, at, end);
  }
  for (end++; bytes[end] !== DOUBLE_QUOTE || bytes[end + 1] === DOUBLE_QUOTE;)
    end += bytes[end] === DOUBLE_QUOTE ? 2 : 1;
  return decodeUtf8(bytes, at + 1, end).replaceAll('""', '"');
}

function isCellEnd(bytes: Uint8Array, at: number, delimiter: number): boolean {
  const byte = bytes[at];
  return (
    byte === delimiter || byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED)
  );
}

/**
 * Returns how cells are read at their offsets.
 *
 * @param decide called for the first cell of a column whose other cells decide its type, too. Returns its value. Default: such cells
 * are unreadable.
 */
export function textColumns(
  cells: TypedCells,
  decide: () => unknown = () => undefined,
): readonly CellColumn[] {
  return cells.columns.map((column) => ({
    name: column.name,
    kind: kindOf(cells, column),
    read: (text) => {
      if (column.isUndecided === true) return decide();
      const value = readCell(text, column, cells.style);
      return value === BAD_CELL ? undefined : value;
    },
  }));
}

/** Returns which cells are read without a call: in the same way as by `TypedCells`. */
function kindOf({ style }: TypedCells, { type, isUndecided }: TypedColumn): CellColumn["kind"] {
  if (style.nulls !== undefined || isUndecided === true) return "other";
  if (type === "number" || type === "integer") return style.decimalComma === true ? "other" : type;
  return type === "string" ? "string" : "other";
}
