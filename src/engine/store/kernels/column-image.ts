import type { Value } from "../../../values/types.ts";
import type { StructureImage } from "./shared-structures.ts";

/** Content of a column, from which another thread makes the same column. */
export interface ColumnImage<K extends string = string, S = unknown> extends StructureImage<S> {
  readonly kind: K;
  readonly rows: number;
  /** Distinct values by code, of each dictionary. */
  readonly values: readonly (readonly Value[])[];
}
