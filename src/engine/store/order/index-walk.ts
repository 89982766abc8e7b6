import type { Task } from "../tasks/task.ts";
import { countWork } from "../../../values/work.ts";
import { ownProperty } from "../../../values/own-properties.ts";

export interface IndexWalk {
  readonly count: number;
  /** Number of selected rows to skip before `limit` selected rows are taken. */
  readonly start: number;
  readonly limit: number;
  /** Position in the sorted index where the walk starts. Default 0. */
  readonly from?: number;
}

export function indexWalkCost(rows: number, count: number, start: number, limit: number): number {
  if (count === rows) return limit;
  return (Math.min(start + limit, count - start) * rows) / count;
}

/**
 * Walks the sorted index from the end that is nearer to the page. Returns undefined if selected rows are so sparse
 * that buckets are cheaper.
 */
export function* walkIndex(
  sortedIndex: Uint32Array,
  bits: () => Uint32Array,
  walk: IndexWalk,
): Task<readonly number[] | undefined> {
  const { count, start, limit } = walk;
  const from = ownProperty(walk, "from");
  const rows = sortedIndex.length;
  if (count === rows) {
    const first = (from ?? 0) + start;
    return Array.from(sortedIndex.subarray(first, first + limit));
  }
  const max = limit * LARGE_PAGE_DIVISOR > rows ? rows : rows / 2;
  const isForward = from !== undefined || start + limit <= count - start;
  const steps = isForward ? rows - (from ?? 0) : rows;
  const found: number[] = [];
  let toSkip = isForward ? start : count - start - limit;
  for (let first = 0; first < steps; first += STEP_ROWS) {
    if (first > 0) yield;
    if (first > max) return undefined;
    const selected = bits();
    const end = Math.min(first + STEP_ROWS, steps);
    for (let step = first; step < end; step++) {
      const row = sortedIndex[isForward ? (from ?? 0) + step : rows - 1 - step]!;
      if ((selected[row >>> 5]! & (1 << (row & 31))) === 0) continue;
      if (toSkip > 0) toSkip--;
      else if (found.push(row) === limit) {
        countWork(step - first);
        return isForward ? found : found.reverse();
      }
    }
    countWork(end - first);
  }
  return isForward ? found : found.reverse();
}

const STEP_ROWS = 65_536;
/** Pages of more than 1/16 of the rows are always taken from the sorted index. */
const LARGE_PAGE_DIVISOR = 16;
