import { firstIndexWhere } from "../../../values/binary-search.ts";
import { countWork } from "../../../values/work.ts";
import { scratchUint32 } from "./scratch.ts";
import { isStepOver, nextStep, type Task } from "./task.ts";
import { UNIT_COSTS } from "./unit-costs.ts";

/** Comparison function of a total preorder: returns a negative number, zero or a positive number. */
export type RowOrder<T> = (a: T, b: T) => number;

/**
 * Sorts numbers with a stable merge sort. The result must not be kept. Pauses between comparisons, however long they take, because strings can be long.
 */
export function* sortTask(numbers: Uint32Array, order: RowOrder<number>): Task<Uint32Array> {
  const count = numbers.length;
  const rooms: Rooms = [scratchUint32(count), scratchUint32(count)];
  rooms[0].set(numbers);
  for (let first = 0; first < count; first += BLOCK_LENGTH) {
    const end = Math.min(first + BLOCK_LENGTH, count);
    yield* sortRuns(rooms[0], first, end, order);
    yield* mergeRuns(rooms, first, end, RUN_LENGTH, BLOCK_LENGTH, order);
  }
  // Each block needs an even number of passes, so all blocks are in the first array.
  const passes = yield* mergeRuns(rooms, 0, count, BLOCK_LENGTH, count, order);
  return rooms[passes % 2 === 0 ? 0 : 1];
}

/** Two arrays. Each pass merges runs of one into the other, in turns. */
type Rooms = readonly [Uint32Array, Uint32Array];

/** Sorts runs of `RUN_LENGTH` numbers by insertion. */
function* sortRuns(numbers: Uint32Array, first: number, end: number, order: RowOrder<number>): Task<void> {
  for (let run = first; run < end; run += RUN_LENGTH) {
    const runEnd = Math.min(run + RUN_LENGTH, end);
    for (let at = run + 1; at < runEnd; at++) {
      insert(numbers, run, at, order);
      if (isStepOver()) yield* nextStep();
    }
  }
}

/** Merges sorted runs of `length` numbers until they have `targetLength` numbers. Returns the number of passes. */
function* mergeRuns(
  rooms: Rooms,
  first: number,
  end: number,
  length: number,
  targetLength: number,
  order: RowOrder<number>,
): Task<number> {
  let [from, to] = rooms;
  let passes = 0;
  for (let width = length; width < targetLength; width *= 2) {
    for (let at = first; at < end; at += 2 * width) {
      const runs = new Merge(from, at, Math.min(at + width, end), Math.min(at + 2 * width, end), order);
      while (!runs.advance(to)) yield* nextStep();
      if (isStepOver()) yield* nextStep();
    }
    [from, to] = [to, from];
    passes++;
  }
  return passes;
}

/** Length of the initial runs. */
const RUN_LENGTH = 8;
/**
 * Numbers that are sorted before others are read, so that their values stay in the CPU cache. 4 to an integer power times
 * `RUN_LENGTH`, which is an even number of passes.
 */
const BLOCK_LENGTH = 2048;

/** Inserts the number at `at` into the sorted numbers from `first` on, after equal ones. */
function insert(numbers: Uint32Array, first: number, at: number, order: RowOrder<number>): void {
  const inserted = numbers[at]!;
  let to = at;
  while (to > first && order(numbers[to - 1]!, inserted) > 0) {
    numbers[to] = numbers[to - 1]!;
    to--;
  }
  numbers[to] = inserted;
  countWork((at - to + 1) * UNIT_COSTS.comparison);
}

/** Merge of two adjacent sorted runs. */
class Merge {
  readonly #from: Uint32Array;
  readonly #middle: number;
  readonly #end: number;
  readonly #order: RowOrder<number>;
  #left: number;
  #right: number;
  #at: number;

  constructor(from: Uint32Array, first: number, middle: number, end: number, order: RowOrder<number>) {
    this.#from = from;
    this.#middle = middle;
    this.#end = end;
    this.#order = order;
    this.#left = first;
    this.#right = middle;
    this.#at = first;
  }

  /** Writes merged numbers until the step is over. Returns whether all numbers of both runs are written. */
  advance(to: Uint32Array): boolean {
    const from = this.#from;
    const [middle, end, order] = [this.#middle, this.#end, this.#order];
    let [left, right, at] = [this.#left, this.#right, this.#at];
    countWork(UNIT_COSTS.comparison);
    if (right < end && left < middle && order(from[middle - 1]!, from[right]!) <= 0) {
      // All remaining numbers of the first run come before the second run.
      to.set(from.subarray(left, middle), at);
      at += middle - left;
      left = middle;
    }
    while (left < middle && right < end) {
      to[at++] = order(from[left]!, from[right]!) <= 0 ? from[left++]! : from[right++]!;
      countWork(UNIT_COSTS.comparison);
      if (isStepOver()) {
        [this.#left, this.#right, this.#at] = [left, right, at];
        return false;
      }
    }
    to.set(from.subarray(left, middle), at);
    to.set(from.subarray(right, end), at + middle - left);
    countWork((middle - left + end - right) / COPIES_PER_UNIT);
    return true;
  }
}

/** Numbers that are copied as a block in the time of one unit of work. */
const COPIES_PER_UNIT = 16;

/**
 * Merges sorted numbers; those of `added` come after equal numbers of `sorted`. Makes a binary search and a block
 * copy per added number, which is fast for few.
 */
export function* mergeTask(
  sorted: Uint32Array,
  added: Uint32Array,
  order: RowOrder<number>,
): Task<Uint32Array> {
  if (sorted.length === 0) return added.slice();
  const merged = new Uint32Array(sorted.length + added.length);
  let from = 0;
  let to = 0;
  for (const number of added) {
    const end = firstIndexWhere(from, sorted.length, (at) => order(sorted[at]!, number) > 0);
    merged.set(sorted.subarray(from, end), to);
    countWork(UNIT_COSTS.comparison + (end - from) / COPIES_PER_UNIT);
    to += end - from;
    from = end;
    merged[to++] = number;
    if (isStepOver()) yield* nextStep();
  }
  merged.set(sorted.subarray(from), to);
  return merged;
}
