import type { Value } from "../../../values/types.ts";
import type { ListedRows, Slab } from "./kernels.ts";
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
  /**
   * Writes the rows of `within` with a sort number in `[low, high]` to `out`, by a kernel. Undefined if the sort numbers
   * are not in kernel memory.
   */
  readonly between: ((rows: number, low: number, high: number, within: Slab, out: Slab) => void) | undefined;
  /**
   * Writes the rows of `within` with a sort number in `[low, high]` to `out`, another bitmap, and returns the number of
   * rows of `within` with a sort number below `low`. Undefined if the sort numbers are not in kernel memory.
   */
  readonly split: ((rows: number, low: number, high: number, within: Slab, out: Slab) => number) | undefined;
  /**
   * Lists rows of `within` with a sort number in `[low, high]` in `out`, as the kernel `listCodes` does. Undefined if the
   * sort numbers are not in kernel memory, or if other kernels are faster.
   */
  readonly list?:
    | ((rows: number, low: number, high: number, within: Slab, from: number, out: Slab) => ListedRows)
    | undefined;
  /** Whether some rows may have the sort number NaN. */
  readonly hasNaN: boolean;
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

/** Order key that compares two rows directly. */
export interface CompareKey {
  readonly kind: "compare";
  readonly compare: RowOrder<number>;
  readonly isDescending: boolean;
  /**
   * Sort numbers in this order that many rows may share. NaN for a row without one, which can be anywhere in the order.
   */
  readonly prefixes: NumberKey | undefined;
  /**
   * Computes the prefixes of rows in a bitmap or a list, or of all rows if `selected` is undefined. The prefixes of other rows may
   * be missing. Returns undefined if the order has none.
   */
  readonly prefixesOf:
    ((selected: Slab | Uint32Array | undefined) => Task<NumberKey | undefined>) | undefined;
  /**
   * Returns sort words of all rows. Undefined if the order has none, or if there is no memory for them.
   */
  readonly wordsOf: (() => Task<SortWords | undefined>) | undefined;
}

/**
 * What a sort word says about the rows that have it:
 * - `equal`: the next key orders them.
 * - `partial`: the next word of the same key orders them.
 * - `compared`: only comparisons by the same key can order them.
 * - `undecided`: only comparisons can find their places among the rows of their group. Their word is the lowest.
 */
export type WordKind = "equal" | "partial" | "compared" | "undecided";

/** Sort words: 32-bit numbers for parts of a value, such as some characters of a string. The first part has the first word. */
export interface SortWords {
  /** Word of each row. Rows with lower words are lower in the order, also in a descending one. */
  readonly words: Uint32Array;
  readonly kindOf: (word: number) => WordKind;
  /**
   * Computes the next words of rows. Returns false if that is not possible any more.
   *
   * @param tied bitmap of the rows; undefined for all
   */
  readonly next: (tied: Uint32Array | undefined) => Task<boolean>;
}

export type OrderKey = NumberKey | CompareKey;

/** Returns the key with the prefixes of all rows, which make comparisons faster. */
export function* withAllPrefixes(key: OrderKey): Task<OrderKey> {
  if (key.kind === "numbers" || key.prefixesOf === undefined) return key;
  return { ...key, prefixes: yield* key.prefixesOf(undefined) };
}

/** Sort key that is made when it is needed. */
export interface LazyKey {
  /**
   * Returns the key. Builds columns and ranks only if that costs less than reading `count` rows and comparing them.
   *
   * @param count number of rows that are compared
   */
  readonly get: (count: number) => Task<OrderKey>;
}

/** Returns a comparison function of rows by several keys. Later keys are compared if the first ones are equal. */
export function rowOrderOf(keys: readonly OrderKey[]): RowOrder<number> {
  const orders = keys.map(orderOf);
  return (a, b) => {
    for (const order of orders) {
      const compared = order(a, b);
      if (compared !== 0) return compared;
    }
    return 0;
  };
}

function orderOf(key: OrderKey): RowOrder<number> {
  if (key.kind === "compare") {
    const { compare, prefixes } = key;
    if (prefixes === undefined) return key.isDescending ? (a, b) => compare(b, a) : compare;
    const { numbers } = prefixes;
    const compareAscending: RowOrder<number> = (a, b) => {
      const values = numbers();
      const difference = values[a]! - values[b]!;
      return difference < 0 || difference > 0 ? difference : compare(a, b);
    };
    return key.isDescending ? (a, b) => compareAscending(b, a) : compareAscending;
  }
  // Gets the array in each comparison, because memory growth between two steps detaches it.
  const { numbers } = key;
  return key.isDescending
    ? (a, b) => compareNumbers(numbers()[b]!, numbers()[a]!)
    : (a, b) => compareNumbers(numbers()[a]!, numbers()[b]!);
}

function compareNumbers(a: number, b: number): number {
  if (a === b) return 0;
  if (a !== a) return b !== b ? 0 : -1;
  return b !== b || a > b ? 1 : -1;
}
