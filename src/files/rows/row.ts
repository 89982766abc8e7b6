import { requireObject, requireFunction } from "../../diagnostics/require-argument.ts";
import { ownProperties } from "../../values/own-properties.ts";

/** Row of data. Its members may have any name. */
export type FileRow = Record<string, unknown>;

/**
 * Symbol property of a row: original texts of CSV cells, by column. Contains only cells that would be printed
 * differently (`1.50`, `1e3`) or do not match their type. CSV output prints them; filters and JSON ignore
 * them.
 */
export const CELL_TEXTS = Symbol("cell texts");

/** Symbol property of a row: the same row before its members were renamed. */
const ORIGINAL = Symbol("original");

/**
 * Symbol property of a row: the same row as outputs print it. It differs in cells that conditions see in another way: the number
 * of `$1,234.50`, the null of a word for it, and 10.1 for 10.10.
 */
export const SHOWN = Symbol("shown");

export interface SourceRow extends FileRow {
  [CELL_TEXTS]?: ReadonlyMap<string, string>;
  [ORIGINAL]?: SourceRow;
  [SHOWN]?: FileRow;
}

export type FileBatch = FileRow[];

/** Returns the row with the names of the file and the values that conditions see. */
export function originalOf(row: SourceRow): SourceRow {
  requireObject(row, "row");
  return row[ORIGINAL] ?? row;
}

/** Returns the row with the names and the values that outputs print. */
export function shownOf(row: SourceRow): FileRow {
  requireObject(row, "row");
  const original = originalOf(row);
  const shown: SourceRow | undefined = original[SHOWN];
  // Numbers of a row whose dates are converted are printed as they are written, too.
  return shown?.[SHOWN] ?? shown ?? original;
}

/** Returns the row with its own names, and the values that outputs print. Numbers are values. */
export function printedOf(row: object): object {
  requireObject(row, "row");
  return (Object.getOwnPropertyDescriptor(row, SHOWN)?.value as FileRow | undefined) ?? row;
}

/** @param rename returns a copy with other names */
export function renamedRow(row: SourceRow, rename: (row: FileRow) => FileRow): FileRow {
  requireObject(row, "row");
  requireFunction(rename, "rename");
  const result: SourceRow = rename(row);
  Object.defineProperty(result, ORIGINAL, { value: row });
  const printed = printedOf(row) as FileRow;
  if (printed !== row) setShown(result, rename(printed));
  return result;
}

export function setShown(row: SourceRow, shown: FileRow): void {
  requireObject(row, "row");
  Object.defineProperty(row, SHOWN, { value: shown });
}

/** @param read called when an output prints the row */
export function setShownLazily(row: SourceRow, read: () => FileRow): void {
  Object.defineProperty(row, SHOWN, ownProperties({ get: read, configurable: true }));
}

/** Lets outputs print the row itself, if its shown row was to be read when it is printed. */
export function unsetShown(row: SourceRow): void {
  requireObject(row, "row");
  const property = Object.getOwnPropertyDescriptor(row, SHOWN);
  if (property?.get !== undefined) Object.defineProperty(row, SHOWN, { value: undefined });
  else if (property?.value !== undefined) unsetShown(property.value as SourceRow);
}

/** Maximum size of a row, or of an envelope without its items. */
export const MAXIMUM_ROW_BYTES = 64 * 1024 * 1024;
export const ROW_TOO_LARGE = `the row is larger than ${MAXIMUM_ROW_BYTES / 1024 / 1024} MiB`;

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
