import type { DataError, FilePosition } from "../io/errors.ts";
import type { Row } from "../formats/row.ts";

export const BATCH_ROWS = 1_000;

/** Maximum nesting of objects and lists in a row. The row itself counts as 1. */
export const MAXIMUM_ROW_DEPTH = 1_000;

/** Called for each invalid row, which is skipped. */
export type RowErrorHandler = (error: DataError) => void;

/**
 * Reader for one file format. Requires valid UTF-8 in chunks that never split a character. `push` and `end`
 * throw a `DataError`.
 */
export interface FormatReader {
  /** Complete rows that the caller has not taken yet. */
  rows: Row[];
  push(bytes: Buffer): void | Promise<void>;
  end(): void | Promise<void>;
  /** Ends the input before invalid bytes. Returns the position of these bytes. */
  stop(): FilePosition | Promise<FilePosition>;
}

export { MAXIMUM_ROW_BYTES, ROW_TOO_LARGE } from "../formats/row.ts";
export const ROW_TOO_DEEP = `the row nests more than ${MAXIMUM_ROW_DEPTH} objects and lists`;
