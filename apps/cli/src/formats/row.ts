/** Rows as the readers produce them, the writers print them and filters see them. */

/** A row: a JSON object. Its members are its own properties, whatever their names. */
export type Row = Record<string, unknown>;

/**
 * Key under which a row of CSV keeps the original text of some cells, by column: those whose value would be printed
 * differently (`1.50`, `1e3`), and those that their column's type cannot read. CSV output prints these texts unchanged.
 * Filters and JSON ignore symbol keys.
 */
export const CELL_TEXTS = Symbol("cell texts");

/** Key under which a row with renamed members keeps the row as it was read. */
export const ORIGINAL = Symbol("original");

export interface SourceRow extends Row {
  [CELL_TEXTS]?: ReadonlyMap<string, string>;
  [ORIGINAL]?: Row;
}

/** Rows that were read together. */
export type Batch = Row[];

/** Returns the row as it was read, before its members were renamed. */
export function originalOf(row: SourceRow): Row {
  return row[ORIGINAL] ?? row;
}
