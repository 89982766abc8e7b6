import type { Value } from "../../../values/types.ts";
import type { Task } from "../tasks/task.ts";
import type { RowOrder } from "../tasks/sort-task.ts";

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Order key with a sort number per row: rows in ascending order have ascending sort numbers. */
export interface NumberKey {
  readonly kind: "numbers";
  /**
   * Sort numbers by row; NaN sorts lowest. Call it after all keys are built, because memory growth detaches
   * the array.
   */
  readonly numbers: () => NumberArray;
  /** Lowest sort number, ignoring NaN. */
  readonly min: number;
  readonly max: number;
  readonly isDescending: boolean;
  /** Returns the position of a value, or undefined if the sort numbers do not determine it. */
  readonly positionOf: (value: Value) => KeyPosition | undefined;
}

export interface KeyPosition {
  /**
   * Sort number of the value, or of the last value below it if `isExact` is false. NaN for a null without a
   * sort number.
   */
  readonly number: number;
  readonly isExact: boolean;
}

/** Order key that compares two rows directly. `toNumbers` converts it to sort numbers. */
export interface CompareKey {
  readonly kind: "compare";
  readonly compare: RowOrder<number>;
  readonly isDescending: boolean;
  readonly toNumbers: () => Task<NumberKey>;
}

export type OrderKey = NumberKey | CompareKey;
