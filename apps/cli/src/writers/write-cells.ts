/** Writes rows as lines of cells. Their columns are known after the first rows. */
import { RowColumns, rowsToBuffer } from "./row-columns.ts";
import type { Row } from "tamis/files";
import type { TextOutput } from "../io/text-output.ts";
import type { RowOutput, WriteOptions } from "./row-output.ts";

const ROWS_PER_CHUNK = 256;

export interface CellFormat {
  readonly text: (value: unknown) => string;
  /**
   * Returns the lines before the rows.
   *
   * @param first cells of the first rows
   */
  readonly header: (names: readonly string[], first: readonly (readonly unknown[])[]) => string[][];
  /** Returns the lines as text. */
  readonly format: (lines: readonly (readonly string[])[]) => string;
}

export class CellWriter implements RowOutput {
  readonly #output: TextOutput;
  readonly #options: WriteOptions;
  readonly #format: CellFormat;
  #buffered: Row[] = [];
  #columns: RowColumns | undefined;
  #lines: string[][] = [];

  constructor(output: TextOutput, options: WriteOptions, format: CellFormat) {
    this.#output = output;
    this.#options = options;
    this.#format = format;
  }

  write(row: Row): Promise<void> | undefined {
    if (this.#columns === undefined) {
      this.#buffered.push(row);
      if (this.#buffered.length < rowsToBuffer(this.#options)) return undefined;
      this.#begin();
    } else this.#lines.push(this.#columns.cells(row).map(this.#format.text));
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
    const first = this.#buffered.map((row) => columns.cells(row));
    if (columns.names.length > 0) this.#lines.push(...this.#format.header(columns.names, first));
    for (const cells of first) this.#lines.push(cells.map(this.#format.text));
    this.#buffered = [];
  }

  #flush(): Promise<void> | undefined {
    const lines = this.#lines;
    this.#lines = [];
    const { length } = this.#columns?.names ?? [];
    return length === 0 ? undefined : this.#output.write(this.#format.format(lines));
  }
}
