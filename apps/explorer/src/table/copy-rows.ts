import { cellText, csvLine } from "tamis/catalog";
import type { ShownRow } from "../contract/protocol.ts";
import type { LaidColumn } from "./columns.ts";

/** Returns rows as CSV, with the columns of the table. */
export function csvOf(rows: readonly ShownRow[], columns: readonly LaidColumn[]): string {
  const lines = [columns.map(({ name }) => name), ...valuesOf(rows, columns)];
  return `${lines.map((line) => csvLine(line, ",")).join("\n")}\n`;
}

/** Returns rows as a table of Markdown. */
export function markdownOf(rows: readonly ShownRow[], columns: readonly LaidColumn[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  return [
    line(columns.map(({ name }) => name)),
    `|${columns.map(({ type }) => (type === "integer" || type === "number" ? "--:" : "---")).join("|")}|`,
    ...valuesOf(rows, columns).map(line),
    "",
  ].join("\n");
}

function valuesOf(rows: readonly ShownRow[], columns: readonly LaidColumn[]): readonly (readonly string[])[] {
  return rows.map(({ row }) =>
    columns.map(({ property }) => cellText(Object.hasOwn(row, property) ? row[property] : null)),
  );
}

/** Markup of the data stays text in Markdown. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\|<>*_`[\]&]/g, "\\$&").replaceAll(/\r\n?|\n/g, "<br>");
}
