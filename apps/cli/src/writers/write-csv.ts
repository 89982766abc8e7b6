/**
 * Writes CSV by RFC 4180, but with LF line ends. By default the data stays unchanged, although spreadsheets evaluate cells
 * that begin with `=`.
 */
import { cellText, csvLine } from "tamis/catalog";
import type { TextOutput } from "../io/text-output.ts";
import type { WriteOptions } from "./row-output.ts";
import { CellWriter } from "./write-cells.ts";

/**
 * Beginnings that make spreadsheets evaluate a cell (OWASP, "CSV Injection"), also after white space and in their full-width
 * forms.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Returns the text of a cell, with an apostrophe before formulas. Numbers stay numbers. */
function safeCellText(value: unknown): string {
  const text = cellText(value);
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

export class CsvWriter extends CellWriter {
  constructor(output: TextOutput, delimiter: "," | "\t", options: WriteOptions) {
    const text = options.csvSafe === true ? safeCellText : cellText;
    super(output, options, {
      text,
      header: (names) => [names.map(text)],
      format: (lines) => lines.map((cells) => `${csvLine(cells, delimiter)}\n`).join(""),
    });
  }
}
