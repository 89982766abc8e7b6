import type { Test } from "../../../functions/definition/types.ts";
import type { LiveBitmap } from "../kernels/live-bitmap.ts";
import type { RowList } from "../kernels/row-list.ts";
import { pausable } from "../../../pattern/pattern-work.ts";
import { EVALUATIONS_PER_STEP, eachPart, isStepOver, type Task } from "../tasks/task.ts";

export interface OrderedRows {
  /** Row numbers in sort order; undefined for insertion order. */
  readonly sortedIndex: Uint32Array | undefined;
  readonly from: number;
}

export interface EarlyPageRequest {
  readonly rows: RowList;
  readonly live: LiveBitmap;
  readonly holds: Test;
  /** Number of matching rows to skip before `limit` matching rows are taken. */
  readonly start: number;
  readonly limit: number;
  readonly maxTested: number;
}

/** Tests rows in order until the page is full. Returns undefined if the first `maxTested` rows do not fill the page. */
export function* findEarly(
  { sortedIndex, from }: OrderedRows,
  { rows, live, holds, start, limit, maxTested }: EarlyPageRequest,
): Task<number[] | undefined> {
  const pageRows: number[] = [];
  const remaining = rows.length - from;
  let skipped = 0;
  const testRow = (first: number, end: number) => {
    let at = from + first;
    const test = () => {
      for (; at < from + end && pageRows.length < limit; at++) {
        const row = sortedIndex === undefined ? at : sortedIndex[at]!;
        if (live.has(row) && holds(rows.at(row))) {
          if (skipped < start) skipped++;
          else pageRows.push(row);
        }
        if (isStepOver()) return at + 1 - from;
      }
      return end;
    };
    return pausable(test) ?? at - from;
  };
  yield* eachPart(Math.min(remaining, maxTested), testRow, EVALUATIONS_PER_STEP);
  return pageRows.length === limit || maxTested >= remaining ? pageRows : undefined;
}
