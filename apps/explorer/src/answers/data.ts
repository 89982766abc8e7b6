import type { Catalog } from "tamis";
import type { MemoryCollection } from "tamis/store";
import type { Row } from "../contract/protocol.ts";

/** Open rows with everything that answers questions about them. */
export interface Data {
  readonly catalog: Catalog;
  readonly rows: readonly Row[];
  readonly collection: MemoryCollection<Row>;
  /** Positions of the rows, from 0. */
  readonly positions: ReadonlyMap<Row, number>;
}
