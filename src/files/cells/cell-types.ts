/**
 * Conversion of CSV cells to values. Column types are declared by options or a catalog, or inferred from the first rows.
 * Empty cells are null. Cells that do not match their type are reported and read as null.
 */
import { requireObject, requireIterable, requireText } from "../../diagnostics/require-argument.ts";
import { show } from "../../diagnostics/show.ts";
import { ReadingFault } from "../rows/reading-fault.ts";
import { readInstant } from "../../functions/in-memory/compare-values.ts";
import { parseJson } from "../../values/json/exact-json.ts";
import { type ScalarDefinition } from "../../catalog/types.ts";
import { SCALAR_TYPES } from "../../values/types.ts";
import { BAD_CELL, isIntegerCell, isNumberCell, readAmount, readNumberCell } from "./cell-numbers.ts";
import { isoDate, isoInstant, type DateOrder } from "./written-dates.ts";

export { BAD_CELL };

export const CELL_TYPES = [...SCALAR_TYPES, "unixSeconds", "unixMilliseconds", "json"] as const;

/**
 * Type of a CSV column. Dates and times are strings of ISO 8601. `unixSeconds` and `unixMilliseconds` are numbers that are
 * read as date-times. `json` is a nested value.
 */
export type CellType = (typeof CELL_TYPES)[number];

type TemporalCellType = Extract<CellType, "date" | "time" | "dateTime">;
type InferredType = Exclude<CellType, "json" | "unixSeconds" | "unixMilliseconds">;

export interface CellStyle {
  /** Order of days and months in dates such as 05.01.2024. Undefined: such cells are strings. */
  readonly dates?: DateOrder | undefined;
  /** True if numbers are written with a decimal comma, such as 1.234,50. */
  readonly decimalComma?: boolean | undefined;
  /** Words that mean null in all columns, such as NA. */
  readonly nulls?: ReadonlySet<string> | undefined;
  /** True if cells are printed as strings in columns whose type was not inferred. */
  readonly isText?: boolean | undefined;
}

export interface ReadColumn {
  readonly type: CellType;
  /**
   * True if an option declares the type. Further forms are then read: amounts such as $1,234.50, words such as `yes`, and dates
   * such as 20240105.
   */
  readonly isRequired: boolean;
}

/** Booleans as programs write them: pandas writes True, and spreadsheets write TRUE. */
const BOOLEANS = booleanWords(["true", "True", "TRUE"], ["false", "False", "FALSE"]);
/** Words for booleans, in lower case. */
const BOOLEAN_WORDS = booleanWords(
  ["true", "t", "yes", "y", "on", "1"],
  ["false", "f", "no", "n", "off", "0"],
);

function booleanWords(yes: readonly string[], no: readonly string[]): ReadonlyMap<string, boolean> {
  return new Map([...yes, ...no].map((word, i) => [word, i < yes.length]));
}

/**
 * Reads a cell whose value is printed as usual for its type. Returns `BAD_CELL` for others, which `readOddCell` can read.
 * @example readPlainCell("9007199254740993", "integer") // 9007199254740993n
 * @example readPlainCell("1.234,50", "number", { decimalComma: true }) // 1234.5
 */
export function readPlainCell(text: string, column: ReadColumn, style: CellStyle): unknown {
  requireObject(column, "column");
  requireObject(style, "style");
  const { type } = column;
  if (text === "") return null;
  if (style.nulls?.has(text) === true) return BAD_CELL;
  switch (type) {
    case "string":
      return text;
    case "boolean":
      return BOOLEANS.get(text) ?? BAD_CELL;
    case "integer":
    case "number":
      return readNumberCell(text, type, style.decimalComma);
    case "json":
      try {
        return parseJson(text);
      } catch {
        return BAD_CELL;
      }
    case "date":
    case "dateTime":
    case "time":
      return isTemporalText(text, type) ? text : BAD_CELL;
    case "unixSeconds":
    case "unixMilliseconds":
      return BAD_CELL;
  }
}

/**
 * Reads a cell that `readPlainCell` does not read. Conditions see the value, but the cell is printed as it is written.
 * @example readOddCell("$1,234.50", { type: "number", isRequired: true }, {}) // 1234.5
 * @example readOddCell("Jan 5, 2024", { type: "date", isRequired: false }, {}) // "2024-01-05"
 */
export function readOddCell(text: string, column: ReadColumn, style: CellStyle): unknown {
  requireObject(column, "column");
  requireObject(style, "style");
  const { type, isRequired } = column;
  if (style.nulls?.has(text) === true) return null;
  switch (type) {
    case "date":
    case "dateTime": {
      const iso = isoDate(text.trim(), { order: style.dates, isDeclared: isRequired });
      if (iso === undefined) return BAD_CELL;
      const isDate = iso.length === ISO_DATE_LENGTH;
      if (type === "dateTime") return isDate ? `${iso}T00:00:00` : iso;
      return isDate ? iso : BAD_CELL;
    }
    case "unixSeconds":
      return isoInstant(text.trim(), 1) ?? BAD_CELL;
    case "unixMilliseconds":
      return isoInstant(text.trim(), 1000) ?? BAD_CELL;
    case "boolean":
      return (isRequired ? BOOLEAN_WORDS.get(text.trim().toLowerCase()) : undefined) ?? BAD_CELL;
    case "integer":
    case "number":
      return isRequired ? readAmount(text, type, style.decimalComma) : BAD_CELL;
    case "string":
    case "time":
    case "json":
      return BAD_CELL;
  }
}

/**
 * Converts a cell to the value of its column that conditions see.
 * @example readCell("50%", { type: "number", isRequired: true }) // 50
 */
export function readCell(text: string, column: ReadColumn, style: CellStyle = {}): unknown {
  requireObject(column, "column");
  requireObject(style, "style");
  const value = readPlainCell(text, column, style);
  return value === BAD_CELL ? readOddCell(text, column, style) : value;
}

/** Returns the value that is printed for a cell that `readOddCell` reads: that of its own notation. */
export function shownValue(text: string, style: CellStyle): unknown {
  requireObject(style, "style");
  if (style.isText === true) return text;
  const number = readNumberCell(text, "number", style.decimalComma);
  return number === BAD_CELL ? (BOOLEANS.get(text) ?? text) : number;
}

const ISO_DATE_LENGTH = 10;

/** Returns whether a text is a valid stored value of the type. */
export function isTemporalText(text: string, type: TemporalCellType): boolean {
  return readInstant(type, text);
}

/** Returns the type of the values of a column. */
export function memberType(type: Exclude<CellType, "json">): ScalarDefinition["type"] {
  return type === "unixSeconds" || type === "unixMilliseconds" ? "dateTime" : type;
}

export function isTemporalType(type: CellType): type is TemporalCellType {
  return type === "date" || type === "time" || type === "dateTime";
}

/** Returns the first type that matches all non-empty cells: boolean, integer, number, date, dateTime, time, string. */
export function inferType(cells: Iterable<string>, style: CellStyle = {}): InferredType {
  requireIterable(cells, "cells");
  requireObject(style, "style");
  let type: InferredType | undefined;
  for (const cell of cells) {
    if (cell === "" || style.nulls?.has(cell) === true) continue;
    const fits = typeOf(cell, style);
    type = type === undefined ? fits : commonType(type, fits);
    if (type === "string") return type;
  }
  return type ?? "string";
}

/**
 * Returns how cells of the style are read, for `catalogFromRows`: 12,50 is a number if the style has decimal commas, and 12.50
 * is then a string. Cells that are read as strings are no dates or times. Undefined: as without a style.
 */
export function cellReader(style: CellStyle): (cell: string) => InferredType | undefined {
  return (cell) => {
    const type = typeOf(cell, style);
    if (style.isText === true && isTemporalType(type)) return "string";
    if (type !== "string") return type;
    return style.decimalComma === true && isNumberCell(cell) ? "string" : undefined;
  };
}

const WIDER: ReadonlyMap<InferredType, InferredType> = new Map([
  ["integer", "number"],
  ["date", "dateTime"],
]);

function commonType(a: InferredType, b: InferredType): InferredType {
  if (a === b || WIDER.get(b) === a) return a;
  return WIDER.get(a) === b ? b : "string";
}

function typeOf(cell: string, style: CellStyle): InferredType {
  if (BOOLEANS.has(cell)) return "boolean";
  if (readNumberCell(cell, "number", style.decimalComma) !== BAD_CELL)
    return isIntegerCell(cell, style.decimalComma) ? "integer" : "number";
  if (isTemporalText(cell, "time")) return "time";
  const iso = isoDate(cell, { order: style.dates });
  if (iso === undefined) return "string";
  return iso.length === ISO_DATE_LENGTH ? "date" : "dateTime";
}

/** Cell that its column cannot read. */
export interface BadCell extends ReadColumn {
  readonly row: number;
  readonly line: number;
  readonly column: string;
  readonly text: string;
}

/** @example cellFault(cell).message // "line 3, row 2: 'twelve' in the column 'qty' is not an integer" */
export function cellFault(cell: BadCell): ReadingFault {
  requireObject(cell, "cell");
  const { row, line, column, text, type } = cell;
  requireText(text, "cell.text");
  return new ReadingFault(
    { line, row },
    `'${show(text)}' in the column '${show(column)}' is not ${CELL_TYPE_NAMES[type]}`,
  );
}

/** Names of the types in sentences. */
export const CELL_TYPE_NAMES: Readonly<Record<CellType, string>> = {
  boolean: "true or false",
  integer: "an integer",
  number: "a number",
  string: "a string",
  date: "a date",
  time: "a time",
  dateTime: "a date-time",
  unixSeconds: "a number of seconds since 1970",
  unixMilliseconds: "a number of milliseconds since 1970",
  json: "JSON",
};
