import type { Test } from "../../../functions/definition/types.ts";
import type { LiveBitmap } from "../kernels/live-bitmap.ts";
import type { RowList } from "../kernels/row-list.ts";
import { EVALUATIONS_PER_STEP, eachBatch, type Task } from "../tasks/task.ts";

/** Rows in an order that is there. */
export interface OrderedRows {
  /** Their numbers; undefined where they are as they came. */
  readonly sortedIndex: Uint32Array | undefined;
  /** The place in the order to begin at. */
  readonly from: number;
}

/** What is looked for among them. */
export interface EarlyPageRequest {
  readonly rows: RowList;
  readonly live: LiveBitmap;
  readonly holds: Test;
  /** Rows that are passed, and those that are taken then. */
  readonly start: number;
  readonly limit: number;
  /** So many rows are looked at. */
  readonly maxTested: number;
}

/**
 * The rows of a page, asked one after the other in their order, as far as none must be known but them. Undefined where
 * they are not among those that are looked at.
 */
export function* findEarly(
  { sortedIndex, from }: OrderedRows,
  { rows, live, holds, start, limit, maxTested }: EarlyPageRequest,
): Task<number[] | undefined> {
  const found: number[] = [];
  const left = rows.length - from;
  let passed = 0;
  const look = (first: number, end: number) => {
    for (let at = from + first; at < from + end && found.length < limit; at++) {
      const row = sortedIndex === undefined ? at : sortedIndex[at]!;
      if (!live.has(row) || !holds(rows.at(row))) continue;
      if (passed < start) passed++;
      else found.push(row);
    }
  };
  yield* eachBatch(Math.min(left, maxTested), look, EVALUATIONS_PER_STEP);
  return found.length === limit || maxTested >= left ? found : undefined;
}
