import type { Slab, BitmapTarget } from "./kernels.ts";
import type { KeyPosition, NumberKey } from "./order-key.ts";

/** Encoding of numbers, one per row. Null is NaN in arguments and results. */
export interface NumberEncoding {
  /** Bytes per row. */
  readonly width: 1 | 2 | 4 | 8;
  /** Cost of one pass, in the unit of `ColumnTest.cost`. */
  readonly cost: number;
  readonly slab: Slab;

  readonly numberAt: (row: number) => number;
  /** Fast for many rows. The returned function is invalid once memory grows. */
  readonly reader: () => (row: number) => number;

  /** @throws MemoryLimitError, without an effect */
  readonly grow: (rows: number) => void;
  /** Requires representable numbers and enough capacity. */
  readonly write: (numbers: Float64Array, row: number) => void;

  /** Sets the bits of the rows below `rows` whose number is in `[low, high]`. */
  readonly between: (rows: number, low: number, high: number, ...to: BitmapTarget) => void;
  readonly count: (rows: number, low: number, high: number) => number;

  /** Returns sort numbers for all rows, given the min and max of the column. */
  readonly key: (min: number, max: number) => Pick<NumberKey, "numbers" | "min" | "max">;
  /** Converts a position among the numbers to one among the sort numbers. */
  readonly encodePosition: (bound: KeyPosition) => KeyPosition;

  /** Number of 16-bit radix-sort digits. Nulls sort last. */
  readonly digits: number;
  /** Writes a digit of the rows in `[from, end)`; digit 0 is the least significant. */
  readonly writeDigits: (digit: number, from: number, end: number, to: Uint16Array) => void;

  readonly release: () => void;
}
