import type { Value } from "../../../values/types.ts";
import { firstRowsCost } from "./first-rows.ts";

import { rowsAroundCost } from "./rows-around-page.ts";

/** Estimates the cost of finding a page by reading each matching row, in row reads. */
export function scanCost(
  rows: number,
  {
    count,
    start,
    after,
  }: { readonly count: number; readonly start: number; readonly after: readonly Value[] | undefined },
  limit: number,
): number {
  const first = firstRowsCost(count, start + limit);
  const reads = after === undefined ? Math.min(first, rowsAroundCost(count, limit)) : first;
  return count * SPARSE_DIVISOR < rows ? reads * SPARSE_READ_COST : reads;
}

/** If fewer than 1 in 4 rows is read, each read is a cache miss and costs 4 times as much. */
const SPARSE_DIVISOR = 4;
const SPARSE_READ_COST = 4;
