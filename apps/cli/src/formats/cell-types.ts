/**
 * Conversion of CSV cells to values. Column types are declared by options or a catalog, or inferred from the first rows.
 * Empty cells are null. Cells that do not match their type are reported and read as null.
 */
import { defineCatalog } from "tamis";
import { unreadableMembers } from "tamis/evaluator";
import { exactBigint, parseJson } from "tamis/catalog";
import { isoDate, type DateOrder } from "./ordered-dates.ts";

export const CELL_TYPES = [
  "boolean",
  "integer",
  "number",
  "string",
  "date",
  "time",
  "dateTime",
  "json",
] as const;

/** Type of a CSV column. Dates and times remain strings. `json` is a nested value. */
export type CellType = (typeof CELL_TYPES)[number];

type TemporalCellType = Extract<CellType, "date" | "time" | "dateTime">;

export interface CellStyle {
  /** Order of days and months in dates such as 05.01.2024. Undefined: such cells are strings. */
  readonly dates?: DateOrder | undefined;
  /** True if numbers are written with a decimal comma, such as 1.234,50. */
  readonly decimalComma?: boolean | undefined;
}

/** Booleans as programs write them: pandas writes True, and spreadsheets write TRUE. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
  ["True", true],
  ["False", false],
  ["TRUE", true],
  ["FALSE", false],
]);

export const BAD_CELL = Symbol("bad cell");

/** Matches numbers in JSON syntax. 007 does not match: it is an identifier. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;
/** Matches numbers with a decimal comma. Dots can separate groups of three digits. */
const COMMA_NUMBER = /^-?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/;

/**
 * Returns a number with a decimal comma if all non-empty cells are numbers, some of them with a comma. 1,500 is not an
 * example, because its comma can separate thousands.
 */
export function decimalCommaExample(cells: Iterable<string>): string | undefined {
  let example: string | undefined;
  for (const cell of cells) {
    if (cell === "") continue;
    if (!COMMA_NUMBER.test(cell)) return undefined;
    if (example === undefined && cell.includes(",") && !/,\d{3}$/.test(cell)) example = cell;
  }
  return example;
}

/**
 * Converts a cell to a value of its column's type. Integers outside ±(2^53-1) become bigints.
 * @example readCell("9007199254740993", "integer") // 9007199254740993n
 * @example readCell("1.234,50", "number", { decimalComma: true }) // 1234.5
 */
export function readCell(text: string, type: CellType, style: CellStyle = {}): unknown {
  if (text === "") return null;
  switch (type) {
    case "boolean":
      return BOOLEANS.get(text) ?? BAD_CELL;
    case "integer": {
      const digits = style.decimalComma === true ? jsonNumber(text) : text;
      return INTEGER.test(digits) ? readInteger(digits) : BAD_CELL;
    }
    case "number":
      return readNumber(style.decimalComma === true ? jsonNumber(text) : text);
    case "json":
      try {
        return parseJson(text);
      } catch {
        return BAD_CELL;
      }
    case "date":
    case "dateTime":
      return style.dates === undefined ? text : readOrderedDate(text, type, style.dates);
    case "string":
    case "time":
      return text;
  }
}

function readNumber(text: string): number | bigint | typeof BAD_CELL {
  if (!NUMBER.test(text)) return BAD_CELL;
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  if (INTEGER.test(text)) return readInteger(text);
  return Number.isFinite(value) ? value : BAD_CELL;
}

function readInteger(text: string): number | bigint | typeof BAD_CELL {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  return exactBigint(text) ?? BAD_CELL;
}

/** Converts a number with a decimal comma to JSON syntax. Returns the empty string for other texts. */
function jsonNumber(text: string): string {
  return COMMA_NUMBER.test(text) ? text.replaceAll(".", "").replace(",", ".") : "";
}

/** Returns the date in ISO 8601. Other texts stay unchanged, because a column can mix both formats. */
function readOrderedDate(text: string, type: "date" | "dateTime", order: DateOrder): string {
  const iso = isoDate(text, order);
  if (iso === undefined) return text;
  return type === "dateTime" && iso.length === ISO_DATE_LENGTH ? `${iso}T00:00:00` : iso;
}

const ISO_DATE_LENGTH = 10;

/** Returns whether a text is a valid stored value of the type. */
export function isTemporal(text: string, type: TemporalCellType): boolean {
  let unreadable = CHECKS.get(type);
  if (unreadable === undefined) {
    unreadable = unreadableMembers(defineCatalog({ name: "cells", members: { cell: type } }));
    CHECKS.set(type, unreadable);
  }
  return unreadable({ cell: text }).length === 0;
}

const CHECKS = new Map<TemporalCellType, (row: unknown) => readonly string[]>();

/** Returns whether a column has the type of dates or times, and the string is none. */
export function isInvalidTemporal(value: unknown, type: CellType): boolean {
  return typeof value === "string" && isTemporalType(type) && !isTemporal(value, type);
}

export function isTemporalType(type: CellType): type is TemporalCellType {
  return type === "date" || type === "time" || type === "dateTime";
}

/**
 * Returns the first type that matches all non-empty cells: boolean, integer, number, string. With an order of dates,
 * also date and dateTime.
 */
export function inferType(cells: Iterable<string>, style: CellStyle = {}): CellType {
  let type: CellType | undefined;
  for (const cell of cells) {
    if (cell === "") continue;
    const fits = typeOf(cell, style);
    type = type === undefined ? fits : commonType(type, fits);
    if (type === "string") return type;
  }
  return type ?? "string";
}

/**
 * Returns how cells of the style are read, for `catalogFromRows`: 12,50 is a number if the style has decimal commas, and 12.50
 * is then a string. Undefined: as without a style.
 */
export function cellReader(style: CellStyle): (cell: string) => Exclude<CellType, "json"> | undefined {
  return (cell) => {
    const type = typeOf(cell, style);
    if (type !== "string") return type;
    return style.decimalComma === true && NUMBER.test(cell) ? "string" : undefined;
  };
}

const WIDER: ReadonlyMap<CellType, CellType> = new Map([
  ["integer", "number"],
  ["date", "dateTime"],
]);

function commonType(a: CellType, b: CellType): CellType {
  if (a === b || WIDER.get(b) === a) return a;
  return WIDER.get(a) === b ? b : "string";
}

function typeOf(cell: string, style: CellStyle): Exclude<CellType, "json"> {
  if (BOOLEANS.has(cell)) return "boolean";
  if (readCell(cell, "number", style) !== BAD_CELL)
    return readCell(cell, "integer", style) === BAD_CELL ? "number" : "integer";
  const iso = style.dates === undefined ? undefined : isoDate(cell, style.dates);
  if (iso === undefined) return "string";
  return iso.length === ISO_DATE_LENGTH ? "date" : "dateTime";
}
