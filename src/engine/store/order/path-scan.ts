import type { Task } from "../tasks/task.ts";
import { firstRowsCost, scanFirstRows, selectedOf } from "./first-rows.ts";
import { readCost } from "./key-costs.ts";
import type { OrderState } from "./order-state.ts";
import type { AccessPath, OrderedRequest } from "./ordered-request.ts";
import { firstKeyValues } from "./sort-keys.ts";

/** Reads all matching rows, but keeps and sorts only the first ones. Needs no memory for sort keys. */
export const scan = { cost: scanCost, run: scanRows } satisfies AccessPath;

/** Estimates the work of finding a page by reading each matching row. */
function scanCost({ context, count, start }: OrderedRequest, limit: number): number {
  return firstRowsCost(count, start + limit) * readCost(context);
}

function* scanRows(order: OrderState, request: OrderedRequest, limit: number): Task<readonly number[]> {
  const { start, after, sortBy, context } = request;
  const valueAt = firstKeyValues(sortBy, context);
  const { rows } = context.columns;
  const first = yield* scanFirstRows(selectedOf(request), rows, order.values, start + limit, after, valueAt);
  return first.slice(start);
}
