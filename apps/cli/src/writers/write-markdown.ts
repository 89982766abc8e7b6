/** Writes a table of Markdown (GitHub Flavored Markdown), whose cells show the values as they are. */
import { cellText } from "tamis/catalog";
import { escapeControls } from "tamis/diagnostics";
import type { TextOutput } from "../io/text-output.ts";
import type { WriteOptions } from "./row-output.ts";
import { isNumber } from "./table-cells.ts";
import { CellWriter } from "./write-cells.ts";

/** Characters with a meaning in a cell. An underscore inside of a word has none. */
const SPECIAL = /[\\`*[\]<>|~&]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

function markdownText(value: unknown): string {
  const lines = cellText(value).split(/\r\n?|\n/);
  return lines.map((line) => escapeControls(line).replaceAll(SPECIAL, "\\$&")).join("<br>");
}

export class MarkdownWriter extends CellWriter {
  constructor(output: TextOutput, options: WriteOptions) {
    super(output, options, {
      text: markdownText,
      header: (names, first) => [names.map(markdownText), names.map((_, i) => ruleOf(first, i))],
      format: (lines) => lines.map((cells) => `| ${cells.join(" | ")} |\n`).join(""),
    });
  }
}

/** Returns the line below the name of a column. Numbers are aligned at the right. */
function ruleOf(rows: readonly (readonly unknown[])[], column: number): string {
  const values = rows.map((cells) => cells[column]).filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every(isShownNumber) ? "---:" : "---";
}

/** Cells of CSV are texts. */
function isShownNumber(value: unknown): boolean {
  return isNumber(value) || (typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value));
}
