import { cellText, csvLine, formatJson } from "tamis/catalog";
import type { ExportRequest } from "../contract/protocol.ts";
import type { Data } from "./data.ts";
import type { ReadQuery } from "./read-query.ts";

const CHUNK_ROWS = 5_000;

/** Writes all rows that the filter keeps. The browser can keep the parts of a blob on the disk. */
export function exportRows(
  { catalog, collection }: Data,
  { filter, sortBy, options }: ReadQuery,
  { format, columns }: ExportRequest,
): Blob {
  const members = columns.map((name) => catalog.members.byName.get(name)!);
  const valueOf = (row: object, property: string): unknown =>
    Object.hasOwn(row, property) ? (row as Readonly<Record<string, unknown>>)[property] : null;
  const print = (row: object) =>
    format === "csv"
      ? csvLine(
          members.map(({ property }) => cellText(valueOf(row, property))),
          ",",
        )
      : formatJson(Object.fromEntries(members.map(({ name, property }) => [name, valueOf(row, property)])));
  const parts: Blob[] = [];
  let lines = format === "csv" ? [csvLine(columns, ",")] : [];
  const flush = () => {
    if (lines.length > 0) parts.push(new Blob([`${lines.join("\n")}\n`]));
    lines = [];
  };
  for (const row of collection.stream({ filter, sortBy }, options))
    if (lines.push(print(row)) >= CHUNK_ROWS) flush();
  flush();
  return new Blob(parts, { type: format === "csv" ? "text/csv" : "application/x-ndjson" });
}
