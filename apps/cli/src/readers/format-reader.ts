/** The interface of the readers of all formats, and the limits that they share. */
import type { FilePosition } from "../io/errors.ts";
import type { Row } from "../formats/row.ts";

/** Maximum number of rows in a batch. */
export const BATCH_ROWS = 1_000;

/** Maximum size of a row, and of an envelope without its items, in bytes. */
export const MAXIMUM_ROW_BYTES = 64 * 1024 * 1024;

/** Maximum nesting depth of objects and lists in a row, counting the row itself. */
export const MAXIMUM_ROW_DEPTH = 1_000;

/**
 * Reads one format. The caller pushes chunks of valid UTF-8 that never split a character, and takes the rows from
 * `rows`. `push` and `end` throw a `DataError` if the data is invalid.
 */
export interface FormatReader {
  /** Complete rows that the caller has not taken yet. */
  rows: Row[];
  push(bytes: Buffer): void | Promise<void>;
  /** Call at the end of the input. */
  end(): void | Promise<void>;
  /** Call if invalid bytes follow. Completes what can be completed and returns the position of those bytes. */
  stop(): FilePosition | Promise<FilePosition>;
}

export const ROW_TOO_LARGE = `the row is larger than ${MAXIMUM_ROW_BYTES / 1024 / 1024} MiB`;
export const ROW_TOO_DEEP = `the row nests more than ${MAXIMUM_ROW_DEPTH} objects and lists`;
