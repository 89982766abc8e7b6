/**
 * Conversion of CSV cells to values. Column types are declared by a catalog or inferred from the first rows.
 * Empty cells are null. Cells that do not match their type are reported and read as null.
 */
import { exactBigint, parseJson } from "./exact-json.ts";

/** Type of a CSV column. Dates and times remain strings. `json` is a nested value. */
export type CellType = "boolean" | "integer" | "number" | "string" | "date" | "time" | "dateTime" | "json";

export const BAD_CELL = Symbol("bad cell");

/** Matches numbers in JSON syntax. 007 does not match: it is an identifier. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/**
 * Converts a cell to a value of its column's type. Integers outside ±(2^53-1) become bigints.
 * @example readCell("9007199254740993", "integer") // 9007199254740993n
 */
export function readCell(text: string, type: CellType): unknown {
  if (text === "") return null;
  switch (type) {
    case "boolean":
      if (text === "true") return true;
      return text === "false" ? false : BAD_CELL;
    case "integer":
      return INTEGER.test(text) ? readInteger(text) : BAD_CELL;
    case "number": {
      if (!NUMBER.test(text)) return BAD_CELL;
      const value = Number(text);
      if (Number.isSafeInteger(value)) return value;
      if (INTEGER.test(text)) return readInteger(text);
      return Number.isFinite(value) ? value : BAD_CELL;
    }
    case "json":
      try {
        return parseJson(text);
      } catch {
        return BAD_CELL;
      }
    case "string":
    case "date":
    case "time":
    case "dateTime":
      return text;
  }
}

function readInteger(text: string): number | bigint | typeof BAD_CELL {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  return exactBigint(text) ?? BAD_CELL;
}

/** Returns the first type that matches all non-empty cells: boolean, integer, number, string. */
export function inferType(cells: Iterable<string>): CellType {
  let type: CellType | undefined;
  for (const cell of cells) {
    if (cell === "") continue;
    const fits = typeOf(cell);
    if (type === undefined || (type === "integer" && fits === "number")) type = fits;
    else if (fits !== type && !(type === "number" && fits === "integer")) return "string";
    if (type === "string") return type;
  }
  return type ?? "string";
}

function typeOf(cell: string): CellType {
  if (cell === "true" || cell === "false") return "boolean";
  if (readCell(cell, "number") === BAD_CELL) return "string";
  return INTEGER.test(cell) ? "integer" : "number";
}
