import type { Value } from "../../../values/types.ts";
import type { Task } from "../tasks/task.ts";
import type { RowOrder } from "../tasks/sort-task.ts";

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Ascending sort number of each row. */
export interface NumberKey {
  readonly kind: "numbers";
  /** NaN is lowest. Get them after all keys are built: memory growth invalidates views. */
  readonly numbers: () => NumberArray;
  /** Ignores NaN. */
  readonly min: number;
  readonly max: number;
  readonly isDescending: boolean;
  /** Undefined if the sort numbers do not determine the position. */
  readonly positionOf: (value: Value) => KeyPosition | undefined;
}

export interface KeyPosition {
  /** Sort number of the value or of the last value below it. NaN for a null without a number. */
  readonly number: number;
  readonly isExact: boolean;
}

/** Compares two rows. It can be converted to sort numbers. */
export interface CompareKey {
  readonly kind: "compare";
  readonly compare: RowOrder<number>;
  readonly isDescending: boolean;
  readonly toNumbers: () => Task<NumberKey>;
}

export type OrderKey = NumberKey | CompareKey;
