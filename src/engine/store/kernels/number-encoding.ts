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
  /** The returned function is invalid once memory grows. */
  readonly reader: () => (row: number) => number;

  /** @throws MemoryLimitError, without an effect */
  readonly grow: (rows: number) => void;
  readonly write: (numbers: Float64Array, row: number) => void;

  /** Limited to the rows below `rows`. Both bounds are inclusive. */
  readonly between: (rows: number, low: number, high: number, ...to: BitmapTarget) => void;
  readonly count: (rows: number, low: number, high: number) => number;

  /** Returns the sort numbers of all rows, given their min and max. */
  readonly key: (min: number, max: number) => Pick<NumberKey, "numbers" | "min" | "max">;
  /** Converts a position among the numbers to one among the sort numbers. */
  readonly encodePosition: (bound: KeyPosition) => KeyPosition;

  /** Number of 16-bit radix-sort digits. Nulls sort last. */
  readonly digits: number;
  /** Digits of the rows in `[from, end)`; digit 0 is the least significant. */
  readonly writeDigits: (digit: number, from: number, end: number, to: Uint16Array) => void;

  readonly release: () => void;
}
