import { requireObject, requireText } from "../../diagnostics/require-argument.ts";
import { show } from "../../diagnostics/show.ts";
import { ReadingFault } from "../rows/reading-fault.ts";
import type { CellType } from "./cell-types.ts";

/** Cell that its column cannot read. */
export interface BadCell {
  readonly row: number;
  readonly line: number;
  readonly column: string;
  readonly text: string;
  readonly type: CellType;
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
