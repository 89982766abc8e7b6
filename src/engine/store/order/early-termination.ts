import type { Test } from "../../../functions/definition/types.ts";
import type { LiveRows } from "../kernels/live-bitmap.ts";
import type { Rows } from "../kernels/row-list.ts";
import { EVALUATIONS_PER_STEP, eachBatch, type Task } from "../tasks/task.ts";

/** Rows in an order that is there. */
export interface RowsInOrder {
  /** Their numbers; undefined where they are as they came. */
  readonly permutation: Uint32Array | undefined;
  /** The place in the order to begin at. */
  readonly from: number;
}

/** What is looked for among them. */
export interface Sought {
  readonly rows: Rows;
  readonly live: LiveRows;
  readonly holds: Test;
  /** Rows that are passed, and those that are taken then. */
  readonly start: number;
  readonly limit: number;
  /** So many rows are looked at. */
  readonly most: number;
}

/**
 * The rows of a page, asked one after the other in their order, as far as none must be known but them. Undefined where
 * they are not among those that are looked at.
 */
export function* soonFound(
  { permutation, from }: RowsInOrder,
  { rows, live, holds, start, limit, most }: Sought,
): Task<number[] | undefined> {
  const found: number[] = [];
  const left = rows.length - from;
  let passed = 0;
  const look = (first: number, end: number) => {
    for (let at = from + first; at < from + end && found.length < limit; at++) {
      const row = permutation === undefined ? at : permutation[at]!;
      if (!live.has(row) || !holds(rows.at(row))) continue;
      if (passed < start) passed++;
      else found.push(row);
    }
  };
  yield* eachBatch(Math.min(left, most), look, EVALUATIONS_PER_STEP);
  return found.length === limit || most >= left ? found : undefined;
}
