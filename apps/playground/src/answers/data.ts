import type { Catalog } from "tamis";
import type { MemoryCollection } from "tamis/store";

export type Row = Readonly<Record<string, unknown>>;

/** Open rows with everything that answers questions about them. */
export interface Data {
  readonly catalog: Catalog;
  readonly rows: readonly Row[];
  readonly collection: MemoryCollection<Row>;
  /** Positions of the rows, from 0. */
  readonly positions: ReadonlyMap<Row, number>;
}
