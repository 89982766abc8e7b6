import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { Task } from "./task.ts";

/** Comparison function of a total preorder: returns a negative number, zero or a positive number. */
export type RowOrder<T> = (a: T, b: T) => number;

/** Sorts numbers with a stable merge sort. */
export function* sortTask(numbers: Uint32Array, order: RowOrder<number>): Task<Uint32Array> {
  const count = numbers.length;
  let from = new Uint32Array(count);
  for (let at = 0; at < count; at += RUN_LENGTH) {
    if (at > 0) yield;
    from.set(Array.from(numbers.subarray(at, at + RUN_LENGTH)).sort(order), at);
  }
  let to = new Uint32Array(count);
  let mergeSorted = 0;
  for (let width = RUN_LENGTH; width < count; width *= 2) {
    for (let at = 0; at < count; at += 2 * width) {
      const runs = new Merge(from, at, Math.min(at + width, count), Math.min(at + 2 * width, count), order);
      while (!runs.advance(to)) yield;
      mergeSorted += 2 * width;
      if (mergeSorted >= MERGED_PER_STEP) {
        mergeSorted = 0;
        yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Length of the initial runs, which `Array.sort` sorts. */
const RUN_LENGTH = 1024;
const MERGED_PER_STEP = 8192;

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

  /** Writes up to `MERGED_PER_STEP` merged numbers. Returns whether all numbers of both runs are written. */
  advance(to: Uint32Array): boolean {
    const from = this.#from;
    const [middle, end, order] = [this.#middle, this.#end, this.#order];
    let [left, right, at] = [this.#left, this.#right, this.#at];
    const stop = Math.min(at + MERGED_PER_STEP, end);
    if (right < end && left < middle && order(from[middle - 1]!, from[right]!) <= 0) {
      // All remaining numbers of the first run come before the second run.
      to.set(from.subarray(left, middle), at);
      at += middle - left;
      left = middle;
    }
    while (at < stop && left < middle && right < end) {
      to[at++] = order(from[left]!, from[right]!) <= 0 ? from[left++]! : from[right++]!;
    }
    if (left === middle || right === end) {
      to.set(from.subarray(left, middle), at);
      to.set(from.subarray(right, end), at + middle - left);
      return true;
    }
    [this.#left, this.#right, this.#at] = [left, right, at];
    return false;
  }
}

/**
 * Merges sorted numbers; those of `added` come after equal numbers of `sorted`. Makes a binary search and a block
 * copy per added number, which is fast for few.
 */
export function merged(sorted: Uint32Array, added: Uint32Array, order: RowOrder<number>): Uint32Array {
  if (sorted.length === 0) return added;
  const all = new Uint32Array(sorted.length + added.length);
  let from = 0;
  let to = 0;
  for (const each of added) {
    const end = firstIndexWhere(from, sorted.length, (at) => order(sorted[at]!, each) > 0);
    all.set(sorted.subarray(from, end), to);
    to += end - from;
    from = end;
    all[to++] = each;
  }
  all.set(sorted.subarray(from), to);
  return all;
}
