import type { FilePosition } from "../io/errors.ts";
import type { Row } from "../formats/row.ts";

export const BATCH_ROWS = 1_000;

/** Applies also to an envelope without its items. */
export const MAXIMUM_ROW_BYTES = 64 * 1024 * 1024;

/** Counts the row itself. */
export const MAXIMUM_ROW_DEPTH = 1_000;

/** Expects valid UTF-8 that never splits a character. `push` and `end` throw a `DataError`. */
export interface FormatReader {
  /** Complete rows not yet taken by the caller. */
  rows: Row[];
  push(bytes: Buffer): void | Promise<void>;
  end(): void | Promise<void>;
  /** Call if invalid bytes follow. Returns their position. */
  stop(): FilePosition | Promise<FilePosition>;
}

export const ROW_TOO_LARGE = `the row is larger than ${MAXIMUM_ROW_BYTES / 1024 / 1024} MiB`;
export const ROW_TOO_DEEP = `the row nests more than ${MAXIMUM_ROW_DEPTH} objects and lists`;
