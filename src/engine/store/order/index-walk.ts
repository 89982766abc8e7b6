import type { Task } from "../tasks/task.ts";

/** What is taken of rows that are in order. */
export interface IndexWalk {
  /** How many rows are selected. */
  readonly count: number;
  /** Selected rows that are passed, and those that are taken then. */
  readonly start: number;
  readonly limit: number;
  /** The place in the order to begin at. Default: the first. */
  readonly from?: number;
}

/** How many places are expected to be looked at. */
export function indexWalkCost(rows: number, count: number, start: number, limit: number): number {
  if (count === rows) return limit;
  return (Math.min(start + limit, count - start) * rows) / count;
}

/**
 * The selected rows in an order, from some place of theirs on. It goes from the end that is nearer. Undefined where
 * they lie much farther apart than was to be expected: then counting them is less work.
 */
export function* walkIndex(
  sortedIndex: Uint32Array,
  bits: () => Uint32Array,
  { count, start, limit, from }: IndexWalk,
): Task<readonly number[] | undefined> {
  const rows = sortedIndex.length;
  if (count === rows) {
    const first = (from ?? 0) + start;
    return Array.from(sortedIndex.subarray(first, first + limit));
  }
  const max = limit * LARGE_PAGE_DIVISOR > rows ? rows : rows / 2;
  const isForward = from !== undefined || start + limit <= count - start;
  const steps = isForward ? rows - (from ?? 0) : rows;
  const found: number[] = [];
  let passed = isForward ? start : count - start - limit;
  for (let first = 0; first < steps; first += STEP_ROWS) {
    if (first > 0) yield;
    if (first > max) return undefined;
    const selected = bits();
    const end = Math.min(first + STEP_ROWS, steps);
    for (let step = first; step < end; step++) {
      const row = sortedIndex[isForward ? (from ?? 0) + step : rows - 1 - step]!;
      if ((selected[row >>> 5]! & (1 << (row & 31))) === 0) continue;
      if (passed > 0) passed--;
      else if (found.push(row) === limit) return isForward ? found : found.reverse();
    }
  }
  return isForward ? found : found.reverse();
}

/** Places that are looked at in one step. */
const STEP_ROWS = 65_536;
/** Of so many rows one is no page any more. */
const LARGE_PAGE_DIVISOR = 16;
