import type { Value } from "../../../values/types.ts";
import type { Task } from "../tasks/task.ts";
import type { RowOrder } from "../tasks/sort-task.ts";

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** One criterion of an order, as a number for each row; lower ones come first, before the direction counts. */
export interface NumberKey {
  readonly kind: "numbers";
  /** NaN is the lowest. To be asked for when all keys are made: memory that grows leaves its views behind. */
  readonly numbers: () => Numbers;
  /** The least and the most of all rows, NaN left out. */
  readonly least: number;
  readonly most: number;
  readonly isDescending: boolean;
  /** Where a value of the key stands among the numbers; undefined where they do not tell. */
  readonly bound: (value: Value) => Bound | undefined;
}

/** A place among the numbers of a key. */
export interface Bound {
  /** The number of the value itself, or of the last one that is below it. NaN for null where that has no number. */
  readonly number: number;
  /** Whether it is the value's own. */
  readonly isThere: boolean;
}

/** One criterion as a comparison of two rows by their numbers, and, if it comes to many, as a number for each. */
export interface CompareKey {
  readonly kind: "compare";
  readonly compare: RowOrder<number>;
  readonly isDescending: boolean;
  readonly asNumbers: () => Task<NumberKey>;
}

export type OrderKey = NumberKey | CompareKey;
