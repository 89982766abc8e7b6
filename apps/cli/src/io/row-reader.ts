/** What the readers of the formats have in common: bytes are pushed in, rows come out, and a place is known. */
import type { Place } from "./errors.ts";

/** One row: an object as JSON has it. Its members are its own properties, whatever their names. */
export type Row = Record<string, unknown>;

/**
 * Where a row of CSV keeps the text of cells that their values would not be written as again (`1.50`, `1e3`, a cell
 * that its column's type cannot read), by column: what goes out as it came in. No language and no JSON sees a symbol.
 */
export const CELL_TEXTS = Symbol("cell texts");

/** Where a row that was made for the language keeps the row that was read. */
export const ORIGINAL = Symbol("original");

/** A row with what stands behind it. */
export interface SourceRow extends Row {
  [CELL_TEXTS]?: ReadonlyMap<string, string>;
  [ORIGINAL]?: Row;
}

/** Rows that were read together. */
export type Batch = Row[];

/** The most rows of one batch. */
export const BATCH_ROWS = 1_000;

/** The most bytes of one row, and of the part of an envelope that is not its items. */
export const MAXIMUM_ROW_BYTES = 64 * 1024 * 1024;

/** The most objects and lists within each other in one row, the row included. */
export const MAXIMUM_ROW_DEPTH = 1_000;

/**
 * A reader of one format. It is fed pieces of valid UTF-8, none of which ends within a character, and collects rows.
 * Both calls throw a `DataError` for what is wrong with the data.
 */
export interface RowReader {
  /** Rows that are complete. The caller takes them away. */
  rows: Row[];
  push(bytes: Buffer): void | Promise<void>;
  /** The input is at its end. */
  end(): void | Promise<void>;
  /** Nothing good follows: completes the rows that can be completed and says where the bad bytes begin. */
  stop(): Place | Promise<Place>;
}

/** What a limit is exceeded by, in words. */
export const ROW_TOO_LARGE = `the row is larger than ${MAXIMUM_ROW_BYTES / 1024 / 1024} MiB`;
export const ROW_TOO_DEEP = `the row has more than ${MAXIMUM_ROW_DEPTH} objects and lists within each other`;
