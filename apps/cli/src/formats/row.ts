/** Own properties may have any name. */
export type Row = Record<string, unknown>;

/**
 * Original texts of CSV cells, by column: those that would be printed differently (`1.50`, `1e3`) or do not match
 * their type. CSV output prints them; filters and JSON ignore symbol keys.
 */
export const CELL_TEXTS = Symbol("cell texts");

/** The row before its members were renamed. */
export const ORIGINAL = Symbol("original");

export interface SourceRow extends Row {
  [CELL_TEXTS]?: ReadonlyMap<string, string>;
  [ORIGINAL]?: Row;
}

export type Batch = Row[];

export function originalOf(row: SourceRow): Row {
  return row[ORIGINAL] ?? row;
}
