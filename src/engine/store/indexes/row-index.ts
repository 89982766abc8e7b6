import { tryAllocate } from "../kernels/try-allocate.ts";
import { runNow, type Task } from "../tasks/task.ts";

/** Places of an index from the first to before the second. */
export type IndexRange = readonly [number, number];

/**
 * The rows of a column in the order of what they hold, so that those of a range stand side by side: they are counted
 * without a look at any of them, and found without a look at the others. It is made when the column was searched so
 * often that it pays, or by request. Rows that came since are looked at one by one; when they are many, it is let go.
 */
export abstract class RowIndex {
  #searches = 0;
  #rows = 0;
  #isRequested = false;

  /** So many rows of the column are in the index. */
  get rows(): number {
    return this.#rows;
  }

  /** Counts a search, and tells whether the index serves for so many rows. */
  tryUse(rows: number, minUses: number): boolean {
    if (this.#rows > 0) {
      if (rows - this.#rows <= Math.max(MAX_UNINDEXED_ROWS, this.#rows / 16)) return true;
      this.release();
    }
    this.#searches++;
    if ((this.#searches < minUses && !this.#isRequested) || rows === 0) return false;
    this.#searches = 0;
    return tryAllocate(() => runNow(this.rebuild())) === true;
  }

  /** Makes it if it is not there; whenever it is let go, the next search makes it anew. */
  *keepBuilt(): Task<void> {
    this.#isRequested = true;
    if (this.#rows === 0) yield* this.rebuild();
  }

  /** Makes it. */
  *rebuild(): Task<boolean> {
    this.release();
    try {
      this.#rows = yield* this.build();
    } finally {
      if (this.#rows === 0) this.drop();
    }
    return true;
  }

  release(): void {
    this.#rows = 0;
    this.drop();
  }

  /** The rows at some places. */
  abstract rowsIn(places: IndexRange): Uint32Array;
  /** @returns the rows that are in it */
  protected abstract build(): Task<number>;
  protected abstract drop(): void;
}

/** So many rows are looked at one by one at no cost worth speaking of. */
const MAX_UNINDEXED_ROWS = 4096;

/**
 * The rows at some places of an index, and those of the later rows for which a test holds, in any order. Undefined
 * where they are so many that a bitmap is quicker.
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

/** Whether the rows at some places are so few of all that a look at each is quicker than a bitmap. */
export function areFewRows(places: readonly IndexRange[], rows: number): boolean {
  return rangeLength(places) <= Math.max(SMALL_RESULT_ROWS, rows / LARGE_RESULT_DIVISOR);
}

/** How many rows that is. */
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

/** From so many on they must be few of all rows. */
const SMALL_RESULT_ROWS = 64;
const LARGE_RESULT_DIVISOR = 64;
