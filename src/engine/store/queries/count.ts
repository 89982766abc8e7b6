import type { Collection, RequestOptions } from "../../collection.ts";
import type { Query } from "../../request.ts";
import type { Slab } from "../kernels/kernels.ts";
import { asTask, type Task } from "../tasks/task.ts";
import type { MemoryQuery, MemoryRequestOptions } from "./memory-query.ts";
import type { StoreState } from "./store-state.ts";
import type { StoreRequests } from "./store-requests.ts";

export function* count(
  state: StoreState<unknown>,
  query: MemoryQuery,
  options: MemoryRequestOptions = {},
): Task<number> {
  const { filter, locale } = state.read(query, options);
  const countOfSelected = asTask((_: Slab, selected: number) => selected);
  return (
    (yield* state.selection.countAll(filter, locale)) ??
    (yield* state.selection.selectBitmap(filter, locale, countOfSelected))
  );
}

export async function requestCount(
  requests: StoreRequests<unknown>,
  query: Query,
  options: RequestOptions = {},
): ReturnType<Collection["count"]> {
  return { ok: true, count: await requests.run(requests.read(query, options), options, count) };
}
