import { tryAllocateTask } from "../kernels/try-allocate.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import type { StructureImage } from "../kernels/shared-structures.ts";
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
  protected readonly kernels: Kernels;
  #image: IndexImage | undefined;
  #isRequested = false;
  #isBuilding = false;

  constructor(kernels: Kernels) {
    this.kernels = kernels;
  }

  get rows(): number {
    return this.#image?.state.rows ?? 0;
  }

  /** Content of an index that can be used. */
  protected get image(): IndexImage {
    return this.#image!;
  }

  /** Returns whether the index can be used. Drops it if too many rows are missing. */
  tryUse(rows: number): boolean {
    this.#image ??= this.kernels.shared?.find(NAME) as IndexImage | undefined;
    if (this.rows === 0) return false;
    if (rows - this.rows <= Math.max(MAX_UNINDEXED_ROWS, this.rows / 16)) return true;
    this.release();
    return false;
  }

  /** Returns whether the index does not exist, and no task is building it. */
  get isMissing(): boolean {
    return this.rows === 0 && !this.#isBuilding;
  }

  get isBuiltElsewhere(): boolean {
    return this.kernels.shared?.isBuilding(NAME) === true;
  }

  /** Whether the index was built on request. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Builds the index if there is memory for it, and if no other task has begun to. */
  *buildMissing(): Task<void> {
    if (this.isMissing) yield* tryAllocateTask(this.#rebuild());
  }

  /** Builds the index if it is missing. If it is dropped later, the next search rebuilds it. */
  *keepBuilt(): Task<void> {
    this.#isRequested = true;
    if (this.rows === 0) yield* this.#rebuild();
  }

  *#rebuild(): Task<void> {
    this.release();
    this.lost = 0;
    this.#isBuilding = true;
    const start = () => this.#build();
    try {
      const image = yield* this.kernels.shared?.build(NAME, start) ?? start();
      this.#image = image as IndexImage;
    } finally {
      this.#isBuilding = false;
    }
  }

  *#build(): Task<IndexImage> {
    const slabs: Slab[] = [];
    const allocate = (bytes: number) => {
      const slab = this.kernels.allocate(bytes);
      slabs.push(slab);
      return slab;
    };
    let state: IndexState | undefined;
    try {
      state = yield* this.build(allocate);
      return { state, slabs };
    } finally {
      if (state === undefined) this.#releaseAll(slabs);
    }
  }

  release(): void {
    this.#releaseAll(this.#image?.slabs ?? []);
    this.#image = undefined;
  }

  #releaseAll(slabs: readonly Slab[]): void {
    for (const slab of slabs) this.kernels.release(slab);
  }

  /** Returns the rows at positions of the index. */
  rowsIn([from, end]: IndexRange): Uint32Array {
    return this.image.slabs[0]!.u32().subarray(from, end);
  }

  /** @param allocate returns the slabs of the index: first the one for the sorted rows, then one that finds positions in it */
  protected abstract build(allocate: Allocate): Task<IndexState>;
}

export type Allocate = (bytes: number) => Slab;

type IndexImage = StructureImage<IndexState>;

export interface IndexState {
  readonly rows: number;
  /** Number of keys, or of rows with a key. */
  readonly count: number;
}

/** Name by which threads share the index of a column, which has at most one. */
const NAME = "index";

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
  ranges: readonly IndexRange[],
  rows: number,
  holds: (row: number) => boolean,
): Uint32Array | undefined {
  if (!areFewRows(ranges, rows)) return undefined;
  const array = new Uint32Array(rangeLength(ranges) + rows - index.rows);
  let end = 0;
  for (const range of ranges) {
    const numbers = index.rowsIn(range);
    array.set(numbers, end);
    end += numbers.length;
  }
  for (let row = index.rows; row < rows; row++) if (holds(row)) array[end++] = row;
  return array.subarray(0, end);
}

/** Returns whether a list of the row numbers is faster than a bitmap. */
export function areFewRows(ranges: readonly IndexRange[], rows: number): boolean {
  return rangeLength(ranges) <= Math.max(SMALL_RESULT_ROWS, rows / LARGE_RESULT_DIVISOR);
}

/** Counts the rows in the ranges, and the unindexed rows for which `holds` is true. */
export function countInRanges(
  index: RowIndex,
  ranges: readonly IndexRange[],
  rows: number,
  holds: (row: number) => boolean,
): number {
  let count = rangeLength(ranges);
  for (let row = index.rows; row < rows; row++) if (holds(row)) count++;
  return count;
}

function rangeLength(ranges: readonly IndexRange[]): number {
  return ranges.reduce((sum, [from, end]) => sum + end - from, 0);
}

/** Results of up to 64 rows, or up to 1/64 of all rows, are lists of row numbers instead of bitmaps. */
const SMALL_RESULT_ROWS = 64;
const LARGE_RESULT_DIVISOR = 64;
