/**
 * Writes CSV by RFC 4180, but with LF line ends. Cells that begin with `=` are not escaped, although
 * spreadsheets evaluate them: the data stays unchanged.
 */
import { stringify } from "csv-stringify/sync";
import { cellText } from "../formats/cell-text.ts";
import { RowColumns, rowsToBuffer } from "./row-columns.ts";
import type { Row } from "../formats/row.ts";
import type { TextOutput } from "../io/text-output.ts";
import type { RowOutput, WriteOptions } from "./row-output.ts";

const ROWS_PER_CHUNK = 256;

export class CsvWriter implements RowOutput {
  readonly #output: TextOutput;
  readonly #delimiter: string;
  readonly #options: WriteOptions;
  #buffered: Row[] = [];
  #columns: RowColumns | undefined;
  #lines: string[][] = [];

  constructor(output: TextOutput, delimiter: "," | "\t", options: WriteOptions) {
    this.#output = output;
    this.#delimiter = delimiter;
    this.#options = options;
  }

  write(row: Row): Promise<void> | undefined {
    if (this.#columns === undefined) {
      this.#buffered.push(row);
      if (this.#buffered.length < rowsToBuffer(this.#options)) return undefined;
      this.#begin();
    } else this.#lines.push(this.#columns.cells(row).map(cellText));
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
    if (columns.names.length > 0) this.#lines.push([...columns.names]);
    for (const row of this.#buffered) this.#lines.push(columns.cells(row).map(cellText));
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
