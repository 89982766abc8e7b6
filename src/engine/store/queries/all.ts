import type { Task } from "../tasks/task.ts";
import type { MemoryQuery, MemoryRequestOptions } from "./memory-query.ts";
import type { StoreState } from "./store-state.ts";

/** Returns all matching rows in order, from `start` on. */
export function* all<T>(
  state: StoreState<T>,
  query: MemoryQuery,
  options: MemoryRequestOptions = {},
): Task<readonly T[]> {
  const request = state.read(query, options);
  const { filter, locale, start } = request;
  const { key } = state.orderOf(request);
  const numbers = yield* state.selection.selectRows(filter, locale, (selected, count) =>
    state.orders.rows({ ...key, selected, count, start, limit: count, after: undefined }),
  );
  return state.rowsAt(numbers);
}
