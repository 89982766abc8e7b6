import type { FileRow } from "./row.ts";

/**
 * Filter that readers evaluate before they build rows. It saves the objects and strings of rows that do not match. A reader
 * may ignore it for any row, and return the whole row instead.
 */
export interface RowFilter {
  /** Members that `matches` and `isReadable` read: the name in the file, and the name in the row. */
  readonly members: ReadonlyMap<string, string>;
  /**
   * Evaluated like `matches`, and before it. If it returns false, the reader returns the whole row, some of whose
   * values the filter cannot read.
   */
  readonly isReadable?: ((row: FileRow) => boolean) | undefined;
  /** Evaluated on an object with `members` only. The reader reuses the object for the next row. */
  readonly matches: (row: FileRow) => boolean;
  /** Whether the caller only counts rows. The reader then returns {@link MATCHING_ROW} for each matching row. */
  readonly countsOnly: boolean;
}

/** Consumes rows that a filter does not match, or that are only counted. */
export interface RowScanner {
  /** Number of lines that the last scan consumed. */
  readonly lines: number;
  /** Sets the bytes of the next scans. */
  begin(bytes: Uint8Array): void;
  /** Returns the offset of the first row that was not consumed. */
  scan(from: number): number;
  /** Adds the names of a row of NDJSON that was not consumed. */
  learn(row: object): void;
}

/** Takes the place of a row that does not match, so that rows keep their numbers. */
export const REJECTED_ROW: FileRow = Object.freeze({});

/** Takes the place of a matching row that is only counted. */
export const MATCHING_ROW: FileRow = Object.freeze({});

export function isPlaceholder(row: FileRow): boolean {
  return row === REJECTED_ROW || row === MATCHING_ROW;
}
