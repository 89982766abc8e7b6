import type { Slab, Target } from "./kernels.ts";
import type { Bound, NumberKey } from "./order-key.ts";

/** How the numbers of a column lie in memory, one a row. None is NaN wherever a number is given or taken. */
export interface NumberForm {
  /** Bytes of a row. */
  readonly width: 1 | 2 | 4 | 8;
  /** What one pass over it costs, as tests of columns tell it. */
  readonly cost: number;
  /** As it lies there. The bytes of each row are `width`. */
  readonly slab: Slab;

  readonly numberAt: (row: number) => number;
  /** The same for many rows at once. Memory that grows leaves it behind. */
  readonly reader: () => (row: number) => number;

  /** Has room for so many rows from now on. @throws MemoryLimitError; it is as it was then. */
  readonly grow: (rows: number) => void;
  /** Writes numbers that it holds into rows that it has room for. */
  readonly write: (numbers: Float64Array, row: number) => void;

  /** Sets the bits of those of the first rows whose number is from `low` to `high`, both included. */
  readonly between: (rows: number, low: number, high: number, ...to: Target) => void;
  /** How many of the first rows have such a number. */
  readonly count: (rows: number, low: number, high: number) => number;

  /** What stands for each row where rows are put in order, if the highest number is `most`. */
  readonly key: (least: number, most: number) => Pick<NumberKey, "numbers" | "least" | "most">;
  /** A place among the numbers as a place among those of the key. */
  readonly bound: (bound: Bound) => Bound;

  /** The numbers are in the order of so many digits of sixteen bits, none last. */
  readonly digits: number;
  /** Writes one of them, the lowest being 0, for the rows from one to before another. */
  readonly writeDigits: (digit: number, from: number, end: number, to: Uint16Array) => void;

  readonly release: () => void;
}
