import { eachBatch, type Task } from "../tasks/task.ts";
import type { Slab, BitmapTarget } from "./kernels.ts";
import type { KeyPosition, NumberKey } from "./order-key.ts";

/** Encoded numbers of a column, one per row. Arguments and results represent null as NaN. */
export interface NumberEncoding {
  /** Bytes per row. */
  readonly width: 1 | 2 | 4 | 8;
  /** Cost of one pass over all rows, in the unit of `ColumnTest.cost`. */
  readonly cost: number;
  readonly slab: Slab;

  readonly numberAt: (row: number) => number;
  /** Returns a function that reads the number of a row. It becomes invalid when kernel memory grows. */
  readonly reader: () => (row: number) => number;

  /** @throws MemoryLimitError if there is no room for `rows` rows; then the encoding is unchanged */
  readonly grow: (rows: number) => void;
  readonly write: (numbers: Float64Array, row: number) => void;

  /** Finds the numbers in `[low, high]`, only among the rows below `rows`. */
  readonly between: (rows: number, low: number, high: number, ...to: BitmapTarget) => void;
  readonly count: (rows: number, low: number, high: number) => number;

  /** Returns the sort numbers of all rows. Requires the min and max of the encoded numbers. */
  readonly key: (
    min: number,
    max: number,
  ) => Omit<NumberKey, "kind" | "isDescending" | "hasNaN" | "positionOf">;
  /** Converts a position among the encoded numbers to a position among the sort numbers of `key`. */
  readonly encodePosition: (bound: KeyPosition) => KeyPosition;

  readonly release: () => void;
}

/** Copies the numbers of the first `rows` rows. Requires that `to` has room for them. */
export function copyNumbers(from: NumberEncoding, to: NumberEncoding, rows: number): Task<void> {
  const numbers = new Float64Array(Math.min(rows, COPIED_ROWS));
  return eachBatch(
    rows,
    (first, end) => {
      const numberAt = from.reader();
      const batch = numbers.subarray(0, end - first);
      for (let i = 0; i < batch.length; i++) batch[i] = numberAt(first + i);
      to.write(batch, first);
    },
    COPIED_ROWS,
  );
}

/** Numbers that are copied at once. Small enough for the CPU cache. */
const COPIED_ROWS = 4096;
