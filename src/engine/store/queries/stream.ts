import { ownProperties } from "../../../values/own-properties.ts";
import type { Collection, RowOptions } from "../../collection.ts";
import type { Query } from "../../request.ts";
import { project } from "../../projection.ts";
import { rowsByNumber } from "../kernels/row-list.ts";
import type { Task } from "../tasks/task.ts";
import type { MemoryPageOptions, MemoryQuery } from "./memory-query.ts";
import type { StoreState } from "./store-state.ts";
import type { StoreRequests } from "./store-requests.ts";

/** Returns matching rows lazily: row numbers are determined now, and each row is read when the caller takes it. */
export function* stream<T>(
  state: StoreState<T>,
  query: MemoryQuery,
  options: MemoryPageOptions = {},
): Task<Iterable<T>> {
  const request = state.read(query, options);
  const { filter, locale, start, requestedLimit } = request;
  const { key, after } = state.orderOf(request, ownProperties(options).after);
  const numbers = yield* state.selection.selectRows(filter, locale, (selected, count) =>
    state.orders.rows({
      ...key,
      selected,
      count,
      start,
      limit: requestedLimit ?? count,
      after: after?.values,
    }),
  );
  return rowsByNumber(state.columns.rows, numbers) as Iterable<T>;
}

export async function requestStream<T>(
  requests: StoreRequests<T>,
  query: Query,
  options: RowOptions = {},
): ReturnType<Collection<T>["stream"]> {
  const request = requests.readStream(query, options);
  const rows = await requests.run(request, options, stream<T>);
  const selectMembers = (row: T) => project(row, request.select);
  return { ok: true, rows: requests.mapInTimeSlices(rows, selectMembers, options) };
}
