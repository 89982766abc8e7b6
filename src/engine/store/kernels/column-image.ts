import type { Value } from "../../../values/types.ts";
import type { Slab } from "./slab.ts";

/** Content of a column, from which another thread makes the same column. */
export interface ColumnImage<K extends string = string, S = unknown> {
  readonly kind: K;
  readonly rows: number;
  /** What JSON can represent. */
  readonly state: S;
  /** Blocks of memory, which the column of an image reads and never changes or releases. */
  readonly slabs: readonly Slab[];
  /** Distinct values by code, of each dictionary. */
  readonly values: readonly (readonly Value[])[];
}
