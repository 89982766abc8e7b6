/**
 * CSV and TSV (RFC 4180 with line feeds). Null is an empty cell, a nested value is its JSON text. What spreadsheets do
 * with a cell that begins with `=` is not this format's business: data goes out as it came in.
 */
import { stringify } from "csv-stringify/sync";
import { cellText } from "./cell-text.ts";
import { RowColumns, rowsToHold } from "./row-columns.ts";
import type { Row } from "./row-reader.ts";
import type { TextOutput } from "./text-output.ts";
import type { RowWriter, WriteOptions } from "./write-rows.ts";

/** Rows that are turned into text together. */
const ROWS_AT_ONCE = 256;

export class CsvWriter implements RowWriter {
  readonly #output: TextOutput;
  readonly #delimiter: string;
  readonly #options: WriteOptions;
  #held: Row[] = [];
  #columns: RowColumns | undefined;
  #lines: string[][] = [];

  constructor(output: TextOutput, delimiter: "," | "\t", options: WriteOptions) {
    this.#output = output;
    this.#delimiter = delimiter;
    this.#options = options;
  }

  write(row: Row): Promise<void> | undefined {
    if (this.#columns === undefined) {
      this.#held.push(row);
      if (this.#held.length < rowsToHold(this.#options)) return undefined;
      this.#begin();
    } else this.#lines.push(this.#columns.cells(row).map(cellText));
    return this.#lines.length < ROWS_AT_ONCE ? undefined : this.#flush();
  }

  async flush(): Promise<void> {
    if (this.#columns === undefined && this.#held.length > 0) this.#begin();
    if (this.#lines.length > 0) await this.#flush();
    await this.#output.end();
  }

  async end(): Promise<void> {
    if (this.#columns === undefined) this.#begin();
    await this.#flush();
    await this.#output.end();
  }

  #begin(): void {
    const columns = new RowColumns(this.#held, this.#options);
    this.#columns = columns;
    if (columns.names.length > 0) this.#lines.push([...columns.names]);
    for (const row of this.#held) this.#lines.push(columns.cells(row).map(cellText));
    this.#held = [];
  }

  #flush(): Promise<void> | undefined {
    const lines = this.#lines;
    this.#lines = [];
    if (this.#columns?.names.length === 0) return undefined;
    const text = stringify(lines, {
      delimiter: this.#delimiter,
      // In a single column an empty line would be no row when it is read again.
      quoted_empty: this.#columns?.names.length === 1,
      // A header that begins with U+FEFF is not to be taken for a byte order mark.
      quoted_match: /^\uFEFF/,
    });
    return this.#output.write(text);
  }
}
