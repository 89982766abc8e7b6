import type { Task } from "../tasks/task.ts";
import { firstRowsCost, scanFirstRows, selectedOf } from "./first-rows.ts";
import { readCost } from "./key-costs.ts";
import type { OrderState } from "./order-state.ts";
import type { AccessPath, OrderedRequest } from "./ordered-request.ts";
import { rowsAround, rowsAroundCost } from "./rows-around-page.ts";
import { firstKeyValues } from "./sort-keys.ts";

/** Reads all matching rows, but keeps and sorts only the first ones or those near the page. Needs no memory for sort keys. */
export const scan = { cost: scanCost, run: scanRows } satisfies AccessPath;

/** Estimates the work of finding a page by reading each matching row. */
function scanCost({ context, count, start, after }: OrderedRequest, limit: number): number {
  const first = firstRowsCost(count, start + limit);
  const reads = after === undefined ? Math.min(first, rowsAroundCost(count, limit)) : first;
  return reads * (count * SPARSE_DIVISOR < context.rows ? SPARSE_READ_COST : 1) * readCost(context);
}

/** If fewer than 1 in 4 rows is read, each read is a cache miss and costs 4 times as much. */
const SPARSE_DIVISOR = 4;
const SPARSE_READ_COST = 4;

function* scanRows(order: OrderState, request: OrderedRequest, limit: number): Task<readonly number[]> {
  const { count, start, after } = request;
  const { rows } = request.context.columns;
  const take = start + limit;
  const selected = selectedOf(request);
  if (after === undefined && rowsAroundCost(count, limit) < firstRowsCost(count, take)) {
    const found = yield* rowsAround(selected, rows, order.values, count, { start, limit });
    if (found !== undefined) return found;
  }
  const valueAt = firstKeyValues(request.sortBy, request.context);
  return (yield* scanFirstRows(selected, rows, order.values, take, after, valueAt)).slice(start);
}
