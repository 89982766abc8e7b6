import type { Value } from "../../../values/types.ts";
import type { Task } from "../tasks/task.ts";
import type { RowOrder } from "../tasks/sort-task.ts";

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Sort key with a number for each row, ascending before the direction is applied. */
export interface NumberKey {
  readonly kind: "numbers";
  /** Sort numbers; NaN is lowest. Get them after all keys are built: views are invalid once memory grows. */
  readonly numbers: () => NumberArray;
  /** Min of all rows, except NaN. */
  readonly min: number;
  readonly max: number;
  readonly isDescending: boolean;
  /** Returns the position of a value among the sort numbers, or undefined if they do not determine it. */
  readonly positionOf: (value: Value) => KeyPosition | undefined;
}

/** Position of a value among the sort numbers of a key. */
export interface KeyPosition {
  /** Sort number of the value or of the last value below it. NaN for a null without a number. */
  readonly number: number;
  /** Whether `number` is the sort number of the value itself. */
  readonly isExact: boolean;
}

/** Sort key that compares two rows, and can be converted to sort numbers. */
export interface CompareKey {
  readonly kind: "compare";
  readonly compare: RowOrder<number>;
  readonly isDescending: boolean;
  readonly toNumbers: () => Task<NumberKey>;
}

export type OrderKey = NumberKey | CompareKey;
