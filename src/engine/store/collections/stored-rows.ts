import type { Catalog } from "../../../catalog/types.ts";
import type { RowList } from "../kernels/row-list.ts";

/**
 * The rows of a collection at one moment. `rows` can grow afterwards; only its first `count` rows belong to that
 * moment.
 */
export interface FrozenRows {
  readonly catalog: Catalog;
  readonly rows: RowList;
  /** Number of rows, tombstones included. */
  readonly count: number;
  /** Bitmap with a bit set per live row, padded to whole 128-bit vectors. */
  readonly live: Uint32Array;
}

/** Rows that are no array of objects, such as those of a file. */
export type StoredRows = Pick<FrozenRows, "catalog" | "rows"> & Partial<Pick<FrozenRows, "live">>;
