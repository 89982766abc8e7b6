import { ownProperties } from "../../../values/own-properties.ts";
import type { Page, PageOptions, RejectedRequest } from "../../collection.ts";
import type { CursorPosition } from "../../request.ts";
import type { CollectionRequest, Query } from "../../request.ts";
import { selectProperties } from "../../request-reader.ts";
import { findEarly } from "../order/early-termination.ts";
import { positionAfter } from "../order/cursor-position.ts";
import type { Task } from "../tasks/task.ts";
import type { MemoryPageOptions, MemoryQuery } from "./memory-query.ts";
import type { LocalizedQuery, QueryOrder, StoreState } from "./store-state.ts";
import type { StoreRequests } from "./store-requests.ts";

/** A page of a collection in memory. */
export interface MemoryPage<T, Count extends number | undefined = number> {
  readonly items: readonly T[];
  /**
   * Index of the first item among the matching rows. After a cursor position, the index at the time when it was made.
   */
  readonly start: number;
  /** Maximum number of items per page: as requested or by default, lowered to the allowed maximum. */
  readonly limit: number;
  /** Number of matching rows on all pages. */
  readonly count: Count;
  /**
   * Cursor position for the next page, valid even if rows change. Undefined on the last page, and if the catalog has
   * no key to identify rows.
   */
  readonly next: CursorPosition | undefined;
}

export function* page<T>(
  state: StoreState<T>,
  query: MemoryQuery,
  options: MemoryPageOptions = {},
): Task<MemoryPage<T>> {
  const request = state.read(query, options);
  const { filter, locale, start, limit } = request;
  const order = state.orderOf(request, ownProperties(options).after);
  return yield* state.selection.selectRows(filter, locale, function* (selected, count) {
    const after = order.after?.values;
    const rows = { ...order.key, selected, count, start, limit: withNextRow(limit), after };
    return pageOf(state, request, order, yield* state.orders.rows(rows), count);
  });
}

/**
 * Finds a page without counting, by evaluating some rows one by one. Returns undefined if these rows do not fill the
 * page. Builds no columns.
 */
export function* earlyPage<T>(
  state: StoreState<T>,
  query: MemoryQuery,
  options: MemoryPageOptions = {},
): Task<MemoryPage<T, undefined> | undefined> {
  const request = state.read(query, options);
  const { filter, locale, start, limit } = request;
  if (filter === undefined) return undefined;
  const order = state.orderOf(request, ownProperties(options).after);
  const inOrder = state.orders.inOrder({ ...order.key, after: order.after?.values });
  const maxTested = state.selection.rowsToTestFirst(filter, locale, start + limit);
  if (inOrder === undefined || maxTested === 0) return undefined;
  const holds = state.selection.testOf(filter, locale);
  const { live } = state;
  const search = { rows: state.columns.rows, live, holds, start, limit: withNextRow(limit), maxTested };
  const numbers = yield* findEarly(inOrder, search);
  return numbers === undefined ? undefined : pageOf(state, request, order, numbers, undefined);
}

/** Adds one row to the limit: it shows whether another page follows. */
function withNextRow(limit: number): number {
  return limit === 0 ? 0 : limit + 1;
}

function pageOf<T, Count extends number | undefined>(
  state: StoreState<T>,
  { start, limit }: LocalizedQuery,
  { values, after }: QueryOrder,
  numbers: readonly number[],
  count: Count,
): MemoryPage<T, Count> {
  const items = state.rowsAt(numbers.slice(0, limit));
  const first = (after?.index ?? 0) + start;
  const isLast = numbers.length <= limit;
  const next = isLast ? undefined : positionAfter(items.at(-1), first + limit, state.catalog, values);
  return { items, start: first, limit, count, next };
}

export async function requestPage<T>(
  requests: StoreRequests<T>,
  query: Query,
  options: PageOptions = {},
): Promise<Page<T> | RejectedRequest> {
  const read = await requests.readPage(query, options);
  if (!read.ok) return read;
  const { request, withCount } = read;
  const task = withCount ? requests.consistent(request, page<T>) : pageWithoutCount(requests, request);
  const found = await requests.runInTimeSlices(task, options);
  const next = found.next === undefined ? undefined : await requests.writeCursor(found.next, request);
  const items = found.items.map((row) => selectProperties(row, request.select));
  const count = withCount ? found.count : undefined;
  return { ok: true, items, start: found.start, limit: found.limit, count, next };
}

function* pageWithoutCount<T>(
  requests: StoreRequests<T>,
  request: CollectionRequest,
): Task<MemoryPage<T, number | undefined>> {
  return (yield* requests.attempt(request, earlyPage<T>)) ?? (yield* requests.consistent(request, page<T>));
}
