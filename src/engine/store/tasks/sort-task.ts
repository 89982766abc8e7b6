import { firstIndexWhere } from "../../../values/binary-search.ts";
import { countWork } from "../../../values/work.ts";
import { isStepOver, nextStep, type Task } from "./task.ts";

/** Comparison function of a total preorder: returns a negative number, zero or a positive number. */
export type RowOrder<T> = (a: T, b: T) => number;

/**
 * Sorts numbers with a stable merge sort. Pauses between comparisons, however long they take, because strings can be long.
 */
export function* sortTask(numbers: Uint32Array, order: RowOrder<number>): Task<Uint32Array> {
  const count = numbers.length;
  let from = numbers.slice();
  for (let run = 0; run < count; run += RUN_LENGTH) {
    const end = Math.min(run + RUN_LENGTH, count);
    for (let at = run + 1; at < end; at++) {
      insert(from, run, at, order);
      if (isStepOver()) yield* nextStep();
    }
  }
  let to = new Uint32Array(count);
  for (let width = RUN_LENGTH; width < count; width *= 2) {
    for (let at = 0; at < count; at += 2 * width) {
      const runs = new Merge(from, at, Math.min(at + width, count), Math.min(at + 2 * width, count), order);
      while (!runs.advance(to)) yield* nextStep();
      if (isStepOver()) yield* nextStep();
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Length of the initial runs, which are sorted by insertion. */
const RUN_LENGTH = 8;
/** Work of a comparison, in addition to the characters that it counts itself. */
export const UNITS_PER_COMPARISON = 17;

/** Inserts the number at `at` into the sorted numbers from `first` on, after equal ones. */
function insert(numbers: Uint32Array, first: number, at: number, order: RowOrder<number>): void {
  const inserted = numbers[at]!;
  let to = at;
  while (to > first && order(numbers[to - 1]!, inserted) > 0) {
    numbers[to] = numbers[to - 1]!;
    to--;
  }
  numbers[to] = inserted;
  countWork((at - to + 1) * UNITS_PER_COMPARISON);
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
    countWork(UNITS_PER_COMPARISON);
    if (right < end && left < middle && order(from[middle - 1]!, from[right]!) <= 0) {
      // All remaining numbers of the first run come before the second run.
      to.set(from.subarray(left, middle), at);
      at += middle - left;
      left = middle;
    }
    while (left < middle && right < end) {
      to[at++] = order(from[left]!, from[right]!) <= 0 ? from[left++]! : from[right++]!;
      countWork(UNITS_PER_COMPARISON);
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
  if (sorted.length === 0) return added;
  const all = new Uint32Array(sorted.length + added.length);
  let from = 0;
  let to = 0;
  for (const each of added) {
    const end = firstIndexWhere(from, sorted.length, (at) => order(sorted[at]!, each) > 0);
    all.set(sorted.subarray(from, end), to);
    countWork(UNITS_PER_COMPARISON + (end - from) / COPIES_PER_UNIT);
    to += end - from;
    from = end;
    all[to++] = each;
    if (isStepOver()) yield* nextStep();
  }
  all.set(sorted.subarray(from), to);
  return all;
}
