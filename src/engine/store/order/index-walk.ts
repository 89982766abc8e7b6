import type { Task } from "../tasks/task.ts";

/** What is taken of rows that are in order. */
export interface Walk {
  /** How many rows are selected. */
  readonly count: number;
  /** Selected rows that are passed, and those that are taken then. */
  readonly start: number;
  readonly limit: number;
  /** The place in the order to begin at. Default: the first. */
  readonly from?: number;
}

/** How many places are expected to be looked at. */
export function costOfWalk(rows: number, count: number, start: number, limit: number): number {
  if (count === rows) return limit;
  return (Math.min(start + limit, count - start) * rows) / count;
}

/**
 * The selected rows in an order, from some place of theirs on. It goes from the end that is nearer. Undefined where
 * they lie much farther apart than was to be expected: then counting them is less work.
 */
export function* walk(
  permutation: Uint32Array,
  bits: () => Uint32Array,
  { count, start, limit, from }: Walk,
): Task<readonly number[] | undefined> {
  const rows = permutation.length;
  if (count === rows) {
    const first = (from ?? 0) + start;
    return Array.from(permutation.subarray(first, first + limit));
  }
  const most = limit * LARGE > rows ? rows : rows / 2;
  const isForward = from !== undefined || start + limit <= count - start;
  const steps = isForward ? rows - (from ?? 0) : rows;
  const found: number[] = [];
  let passed = isForward ? start : count - start - limit;
  for (let first = 0; first < steps; first += AT_ONCE) {
    if (first > 0) yield;
    if (first > most) return undefined;
    const selected = bits();
    const end = Math.min(first + AT_ONCE, steps);
    for (let step = first; step < end; step++) {
      const row = permutation[isForward ? (from ?? 0) + step : rows - 1 - step]!;
      if ((selected[row >>> 5]! & (1 << (row & 31))) === 0) continue;
      if (passed > 0) passed--;
      else if (found.push(row) === limit) return isForward ? found : found.reverse();
    }
  }
  return isForward ? found : found.reverse();
}

/** Places that are looked at in one step. */
const AT_ONCE = 65_536;
/** Of so many rows one is no page any more. */
const LARGE = 16;
