/** Writes rows to a stream in any format. One writer writes one output. */
import type { Writable } from "node:stream";
import type { CellType } from "./cell-types.ts";
import type { OutputFormat } from "./formats.ts";
import type { Row } from "./row-reader.ts";
import { TextOutput } from "./text-output.ts";
import { CsvWriter } from "./write-csv.ts";
import { EnvelopeWriter, JsonWriter, NdjsonWriter } from "./write-json.ts";
import { TableWriter } from "./write-table.ts";

/** Members of an envelope other than its items: `start`, `limit`, `count`, `links` … */
export type EnvelopeMembers = Readonly<Record<string, unknown>>;

export interface WriteOptions {
  /** Dotted paths: the members that are written. In `csv`, `tsv` and `table` each is a column. */
  readonly select?: readonly string[] | undefined;
  /** Colors, for `table`. */
  readonly color?: boolean | undefined;
  /** Columns of the terminal, for `table`: cells are cut so that lines fit. Without it nothing is cut. */
  readonly columns?: number | undefined;
  /** Types of columns by path, for `table`: numbers stand at the right. Without it the values tell. */
  readonly types?: ReadonlyMap<string, CellType> | undefined;
  /** Members of an `envelope` that are known before its items; they are written in front of them. */
  readonly envelope?: EnvelopeMembers | undefined;
  /** The members that rows have, for the header of `csv`, `tsv` and `table` where there are no rows. */
  readonly known?: readonly string[] | undefined;
  /** A member that has no column in `csv`, `tsv` or `table`, because no earlier row had it. Called once a name. */
  readonly onUnlistedMember?: ((name: string) => void) | undefined;
}

export interface RowWriter {
  /**
   * Writes a row. If the answer is a promise, wait for it before the next row: the stream is full.
   *
   * @throws OutputClosed, OutputError: at once or by the promise
   */
  write(row: Row): Promise<void> | undefined;
  /**
   * Writes the rows that were given so far, whole, and waits until the stream has them; nothing is closed. For rows
   * that come slowly, and for what is right before a fault.
   */
  flush(): Promise<void>;
  /**
   * Writes what is left and waits until the stream has it all. The stream stays open.
   *
   * @param envelope members of an `envelope` that are known only now, such as `count`
   */
  end(envelope?: EnvelopeMembers): Promise<void>;
}

/**
 * Makes a writer.
 *
 * - `json`: an array with a row a line; `ndjson`: a row a line; `envelope`: an object whose `items` are the rows.
 * - `csv`, `tsv`: a header and rows. Without `select` the columns are the members of the first rows; nested values
 *   are JSON text; null is an empty cell.
 * - `table`: aligned columns for people.
 *
 * A bigint is written as its digits.
 *
 * @example const writer = createWriter("ndjson", process.stdout); await writer.write({ id: 1 }); await writer.end();
 */
export function createWriter(
  format: OutputFormat,
  stream: Writable | TextOutput,
  options: WriteOptions = {},
): RowWriter {
  const output = stream instanceof TextOutput ? stream : new TextOutput(stream);
  switch (format) {
    case "json":
      return new JsonWriter(output, options);
    case "ndjson":
      return new NdjsonWriter(output, options);
    case "envelope":
      return new EnvelopeWriter(output, options);
    case "csv":
      return new CsvWriter(output, ",", options);
    case "tsv":
      return new CsvWriter(output, "\t", options);
    case "table":
      return new TableWriter(output, options);
  }
}

/** Writes rows one after the other, waiting where the stream is full. */
export async function writeAll(writer: RowWriter, rows: Iterable<Row>): Promise<void> {
  for (const row of rows) {
    const full = writer.write(row);
    if (full !== undefined) await full;
  }
}
