import type { Slab, BitmapTarget } from "./kernels.ts";
import type { KeyPosition, NumberKey } from "./order-key.ts";

/** Encoding of the numbers of a column, one per row. Null is NaN in arguments and results. */
export interface NumberEncoding {
  /** Bytes per row. */
  readonly width: 1 | 2 | 4 | 8;
  /** Cost of one pass, in the unit of `ColumnTest.cost`. */
  readonly cost: number;
  /** Encoded numbers, `width` bytes per row. */
  readonly slab: Slab;

  readonly numberAt: (row: number) => number;
  /** Returns a fast reader for many rows. It is invalid once memory grows. */
  readonly reader: () => (row: number) => number;

  /**
   * Grows to a capacity of `rows` rows.
   *
   * @throws MemoryLimitError; the encoding is unchanged then.
   */
  readonly grow: (rows: number) => void;
  /** Writes numbers, which must be representable, beginning at `row`. There must be capacity for them. */
  readonly write: (numbers: Float64Array, row: number) => void;

  /** Sets the bits of the rows below `rows` whose number is in `[low, high]`. */
  readonly between: (rows: number, low: number, high: number, ...to: BitmapTarget) => void;
  /** Returns the number of rows below `rows` whose number is in `[low, high]`. */
  readonly count: (rows: number, low: number, high: number) => number;

  /** Returns sort numbers for all rows, given the min and max of the column. */
  readonly key: (min: number, max: number) => Pick<NumberKey, "numbers" | "min" | "max">;
  /** Converts a position among the numbers to a position among the sort numbers. */
  readonly encodePosition: (bound: KeyPosition) => KeyPosition;

  /** Number of 16-bit radix-sort digits. Nulls sort last. */
  readonly digits: number;
  /** Writes a digit of the rows in `[from, end)`; digit 0 is the least significant. */
  readonly writeDigits: (digit: number, from: number, end: number, to: Uint16Array) => void;

  readonly release: () => void;
}
