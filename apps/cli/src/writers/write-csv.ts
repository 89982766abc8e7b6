/**
 * Writes CSV by RFC 4180, but with LF line ends. By default the data stays unchanged, although spreadsheets evaluate cells
 * that begin with `=`.
 */
import { stringify } from "csv-stringify/sync";
import { cellText } from "../formats/cell-text.ts";
import { RowColumns, rowsToBuffer } from "./row-columns.ts";
import type { Row } from "../formats/row.ts";
import type { TextOutput } from "../io/text-output.ts";
import type { RowOutput, WriteOptions } from "./row-output.ts";

const ROWS_PER_CHUNK = 256;

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

export class CsvWriter implements RowOutput {
  readonly #output: TextOutput;
  readonly #delimiter: string;
  readonly #options: WriteOptions;
  readonly #text: (value: unknown) => string;
  #buffered: Row[] = [];
  #columns: RowColumns | undefined;
  #lines: string[][] = [];

  constructor(output: TextOutput, delimiter: "," | "\t", options: WriteOptions) {
    this.#output = output;
    this.#delimiter = delimiter;
    this.#options = options;
    this.#text = options.csvSafe === true ? safeCellText : cellText;
  }

  write(row: Row): Promise<void> | undefined {
    if (this.#columns === undefined) {
      this.#buffered.push(row);
      if (this.#buffered.length < rowsToBuffer(this.#options)) return undefined;
      this.#begin();
    } else this.#lines.push(this.#columns.cells(row).map(this.#text));
    return this.#lines.length < ROWS_PER_CHUNK ? undefined : this.#flush();
  }

  async flush(): Promise<void> {
    if (this.#columns === undefined && this.#buffered.length > 0) this.#begin();
    if (this.#lines.length > 0) await this.#flush();
    await this.#output.end();
  }

  async end(): Promise<void> {
    if (this.#columns === undefined) this.#begin();
    await this.#flush();
    await this.#output.end();
  }

  #begin(): void {
    const columns = new RowColumns(this.#buffered, this.#options);
    this.#columns = columns;
    if (columns.names.length > 0) this.#lines.push(columns.names.map(this.#text));
    for (const row of this.#buffered) this.#lines.push(columns.cells(row).map(this.#text));
    this.#buffered = [];
  }

  #flush(): Promise<void> | undefined {
    const lines = this.#lines;
    this.#lines = [];
    if (this.#columns?.names.length === 0) return undefined;
    const text = stringify(lines, {
      delimiter: this.#delimiter,
      // Quotes empty cells in a single column: a null would be an empty line, which readers skip.
      quoted_empty: this.#columns?.names.length === 1,
      // Quotes cells that begin with U+FEFF, which would be read as a byte order mark.
      quoted_match: /^\uFEFF/,
    });
    return this.#output.write(text);
  }
}
