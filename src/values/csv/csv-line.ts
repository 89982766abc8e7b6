import { requireText, requireArray } from "../../diagnostics/require-argument.ts";
import { formatJson } from "../json/exact-json.ts";

/** Returns the text of a value in a CSV or table cell. Null is empty, nested values are JSON. */
export function cellText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isFinite(value) ? String(value) : "";
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      return value === null ? "" : formatJson(value);
    default:
      return "";
  }
}

const SPECIAL = { ",": /[",\n\r]|^\uFEFF/, "\t": /["\t\n\r]|^\uFEFF/ } as const;

/**
 * Returns a line of CSV (RFC 4180) or of tab-separated cells, without its end. These cells are quoted:
 *
 * - those with the delimiter, a quote or a line break
 * - those that begin with U+FEFF, which would be read as a byte order mark
 * - an empty cell in a single column, because readers skip empty lines
 *
 * @example csvLine(["a", 'b "c"'], ",") // 'a,"b ""c"""'
 */
export function csvLine(cells: readonly string[], delimiter: "," | "\t"): string {
  requireArray(cells, "cells");
  requireText(delimiter, "delimiter");
  if (cells.length === 1 && cells[0] === "") return '""';
  const special = SPECIAL[delimiter];
  return cells.map((cell) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter);
}
