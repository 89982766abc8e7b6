import type { FilePosition } from "./reading-fault.ts";
import type { FileRow } from "./row.ts";

export const ROWS_PER_BATCH = 1_000;

/** Maximum nesting of objects and lists in a row. The row itself counts as 1. */
export const MAXIMUM_ROW_DEPTH = 1_000;

/** Row with more or fewer cells than the header. */
export interface RaggedRow {
  readonly row: number;
  readonly line: number;
  readonly cells: number;
  readonly columns: number;
}

/** Numbers of one row that cannot be read, such as `NaN`. */
export interface UnreadableNumbers {
  readonly count: number;
  /** The first of them, and its position. */
  readonly text: string;
  readonly position: () => FilePosition;
}

/**
 * Reader for one file format. Requires valid UTF-8 in chunks that never split a character. `push` and `end`
 * throw a `ReadingFault`.
 */
export interface FormatReader {
  /** Complete rows, which the caller takes out of the list. */
  readonly rows: FileRow[];
  push(bytes: Uint8Array): void | Promise<void>;
  end(): void | Promise<void>;
  /** Number of the line that contains the end of the input so far. */
  readonly line: number;
  /** Ends the input before invalid bytes. Returns the position of these bytes. */
  stop(): FilePosition | Promise<FilePosition>;
}

export { MAXIMUM_ROW_BYTES, ROW_TOO_LARGE } from "./row.ts";
export const ROW_TOO_DEEP = `the row nests more than ${MAXIMUM_ROW_DEPTH} objects and lists`;
