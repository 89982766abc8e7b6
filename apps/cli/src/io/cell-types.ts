/**
 * What the text of a CSV cell stands for. A cell has no type of its own: a column has one, declared or inferred from
 * the first rows, and a cell that does not fit it is reported and read as null. An empty cell is null in every type.
 */
import { exactBigint, parseJson } from "./parse-json.ts";

/**
 * The type of a column. Dates, times and date-times stay text, as they are in JSON; `json` is a nested value written
 * as JSON.
 */
export type CellType = "boolean" | "integer" | "number" | "string" | "date" | "time" | "dateTime" | "json";

/** What {@link readCell} gives for a text that its type cannot read. */
export const BAD_CELL = Symbol("bad cell");

/** A number as JSON writes it: no leading zeros (007 is a code, not a number), no plus sign, no bare point. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/**
 * The value of a cell. Whole numbers outside ±(2^53-1) are bigint.
 *
 * @example readCell("9007199254740993", "integer") // 9007199254740993n
 */
export function readCell(text: string, type: CellType): unknown {
  if (text === "") return null;
  switch (type) {
    case "boolean":
      if (text === "true") return true;
      return text === "false" ? false : BAD_CELL;
    case "integer":
      return INTEGER.test(text) ? wholeNumber(text) : BAD_CELL;
    case "number": {
      if (!NUMBER.test(text)) return BAD_CELL;
      const value = Number(text);
      if (Number.isSafeInteger(value)) return value;
      if (INTEGER.test(text)) return wholeNumber(text);
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

function wholeNumber(text: string): number | bigint | typeof BAD_CELL {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  return exactBigint(text) ?? BAD_CELL;
}

/**
 * The type that fits all of some cells: boolean, integer, number, else string. Empty cells fit anything; a column of
 * empty cells alone is a string.
 */
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
