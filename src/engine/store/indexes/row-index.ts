import { tryAllocateTask } from "../kernels/try-allocate.ts";
import type { Slab } from "../kernels/kernels.ts";
import type { LossCounter } from "../tasks/rent-or-buy.ts";
import { eachBatch, type Task } from "../tasks/task.ts";

/** Positions `[from, end)` in the sorted rows of an index. */
export type IndexRange = readonly [number, number];

/**
 * Rows sorted by value, so that ranges of values are found and counted without a scan.
 *
 * The index is built after enough searches or on request. Rows that are appended later are tested one by one.
 * When these become many, the index is dropped.
 */
export abstract class RowIndex implements LossCounter {
  lost = 0;
  #rows = 0;
  #isRequested = false;
  #isBuilding = false;

  get rows(): number {
    return this.#rows;
  }

  /** Returns whether the index can be used. Drops it if too many rows are missing. */
  tryUse(rows: number): boolean {
    if (this.#rows === 0) return false;
    if (rows - this.#rows <= Math.max(MAX_UNINDEXED_ROWS, this.#rows / 16)) return true;
    this.release();
    return false;
  }

  /** Returns whether the index does not exist, and no task is building it. */
  get isMissing(): boolean {
    return this.#rows === 0 && !this.#isBuilding;
  }

  /** Whether the index was built on request. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Builds the index if there is memory for it, and if no other task has begun to. */
  *buildMissing(): Task<void> {
    if (this.isMissing) yield* tryAllocateTask(this.rebuild());
  }

  /** Builds the index if it is missing. If it is dropped later, the next search rebuilds it. */
  *keepBuilt(): Task<void> {
    this.#isRequested = true;
    if (this.#rows === 0) yield* this.rebuild();
  }

  *rebuild(): Task<boolean> {
    this.release();
    this.lost = 0;
    this.#isBuilding = true;
    try {
      this.#rows = yield* this.build();
    } finally {
      this.#isBuilding = false;
      if (this.#rows === 0) this.drop();
    }
    return true;
  }

  release(): void {
    this.#rows = 0;
    this.drop();
  }

  abstract rowsIn(places: IndexRange): Uint32Array;
  protected abstract build(): Task<number>;
  protected abstract drop(): void;
}

/**
 * Adds up counts of keys: `counts[key + 1]` is the number of rows of a key before, and the end of its rows after. Returns a
 * copy of the first row of each key.
 */
export function* offsetsOf(counts: Slab, keys: number): Task<Uint32Array> {
  const first = new Uint32Array(keys);
  yield* eachBatch(keys, (from, end) => {
    const sums = counts.u32();
    for (let key = from; key < end; key++) {
      first[key] = sums[key]!;
      sums[key + 1]! += sums[key]!;
    }
  });
  return first;
}

const MAX_UNINDEXED_ROWS = 4096;

/**
 * Returns the rows in the ranges, and the unindexed rows for which `holds` is true, unsorted. Returns
 * undefined if a bitmap is faster for so many rows.
 */
export function rowsInRanges(
  index: RowIndex,
  places: readonly IndexRange[],
  rows: number,
  holds: (row: number) => boolean,
): Uint32Array | undefined {
  if (!areFewRows(places, rows)) return undefined;
  const found = new Uint32Array(rangeLength(places) + rows - index.rows);
  let end = 0;
  for (const each of places) {
    const some = index.rowsIn(each);
    found.set(some, end);
    end += some.length;
  }
  for (let row = index.rows; row < rows; row++) if (holds(row)) found[end++] = row;
  return found.subarray(0, end);
}

/** Returns whether a list of the row numbers is faster than a bitmap. */
export function areFewRows(places: readonly IndexRange[], rows: number): boolean {
  return rangeLength(places) <= Math.max(SMALL_RESULT_ROWS, rows / LARGE_RESULT_DIVISOR);
}

/** Counts the rows in the ranges, and the unindexed rows for which `holds` is true. */
export function countInRanges(
  index: RowIndex,
  places: readonly IndexRange[],
  rows: number,
  holds: (row: number) => boolean,
): number {
  let count = rangeLength(places);
  for (let row = index.rows; row < rows; row++) if (holds(row)) count++;
  return count;
}

function rangeLength(places: readonly IndexRange[]): number {
  return places.reduce((sum, [from, end]) => sum + end - from, 0);
}

/** Results of up to 64 rows, or up to 1/64 of all rows, are lists of row numbers instead of bitmaps. */
const SMALL_RESULT_ROWS = 64;
const LARGE_RESULT_DIVISOR = 64;
