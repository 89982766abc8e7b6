/** Row of data. Its members may have any name. */
export type Row = Record<string, unknown>;

/**
 * Symbol property of a row: original texts of CSV cells, by column. Contains only cells that would be printed
 * differently (`1.50`, `1e3`) or do not match their type. CSV output prints them; filters and JSON ignore
 * them.
 */
export const CELL_TEXTS = Symbol("cell texts");

/** Symbol property of a row: the same row before its members were renamed. */
export const ORIGINAL = Symbol("original");

export interface SourceRow extends Row {
  [CELL_TEXTS]?: ReadonlyMap<string, string>;
  [ORIGINAL]?: Row;
}

export type Batch = Row[];

export function originalOf(row: SourceRow): Row {
  return row[ORIGINAL] ?? row;
}

/** Maximum size of a row, or of an envelope without its items. */
export const MAXIMUM_ROW_BYTES = 64 * 1024 * 1024;
export const ROW_TOO_LARGE = `the row is larger than ${MAXIMUM_ROW_BYTES / 1024 / 1024} MiB`;
