import { ownProperties } from "../../../values/own-properties.ts";
import type { Value } from "../../../values/types.ts";
import type { Page, PageOptions, RejectedRequest } from "../../collection.ts";
import { fromPosition, type CursorPosition } from "../../cursor-position.ts";
import type { SoughtRow } from "../../cursor-values.ts";
import type { CollectionRequest, Query } from "../../request.ts";
import { project } from "../../projection.ts";
import { findEarly } from "../order/early-termination.ts";
import type { OrderedRequest } from "../order/ordered-request.ts";
import type { Orders } from "../order/orders.ts";
import type { Task } from "../tasks/task.ts";
import type {
  MemoryPageOptions,
  MemoryQuery,
  MemoryQueryParts,
  MemoryRequestOptions,
} from "./memory-query.ts";
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
  return withNext(yield* findPage(state, query, options));
}

/** A page whose next cursor position is computed on request: most programs page by `start`. */
type FoundPage<T, Count extends number | undefined = number> = Omit<MemoryPage<T, Count>, "next"> & {
  readonly next: () => CursorPosition | undefined;
};

function withNext<T>(foundPage: FoundPage<T>): MemoryPage<T> {
  return { ...foundPage, next: foundPage.next() };
}

function* findPage<T>(
  state: StoreState<T>,
  query: MemoryQuery,
  options: MemoryPageOptions,
): Task<FoundPage<T>> {
  const request = state.read(query, options);
  const { filter, locale, start, limit } = request;
  const order = state.orderOf(request, ownProperties(options).after);
  const after = order.after?.values;
  const range = { start, limit: withNextRow(limit) };
  const { rows, count } = yield* state.selection.selectRows(filter, locale, (selected, count) =>
    rowsWithCount(state.orders, { ...order.key, ...range, selected, count, after }),
  );
  return pageOf(state, request, order, rows, count);
}

function* rowsWithCount(orders: Orders, request: OrderedRequest) {
  return { rows: yield* orders.rows(request), count: request.count };
}

/**
 * Finds a page without counting, by evaluating some rows one by one. Returns undefined if these rows do not fill the
 * page. Builds no columns.
 */
function* earlyPage<T>(
  state: StoreState<T>,
  query: MemoryQuery,
  options: MemoryPageOptions = {},
): Task<FoundPage<T, undefined> | undefined> {
  const request = state.read(query, options);
  const { filter, locale, start, limit } = request;
  if (filter === undefined) return undefined;
  const order = state.orderOf(request, ownProperties(options).after);
  const inOrder = state.orders.inOrder({ ...order.key, after: order.after?.values });
  const maxTested = yield* state.selection.rowsToTestFirst(filter, locale, start + limit);
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
  query: LocalizedQuery,
  { values, after }: QueryOrder,
  numbers: readonly number[],
  count: Count,
): FoundPage<T, Count> {
  const { start, limit } = query;
  const items = state.rowsAt(numbers.slice(0, limit));
  const first = (after?.index ?? 0) + start;
  const isLast = numbers.length <= limit;
  const next = () =>
    isLast ? undefined : state.positionOf(query, { values: values.read(items.at(-1)), index: first + limit });
  return { items, start: first, limit, count, next };
}

/**
 * Returns the sort values of the row that a cursor continues after. Finds it by its key, whether it matches the filter
 * or not, and without a key by its index among the matching rows.
 */
export function* lookUpRow(
  state: StoreState<unknown>,
  query: MemoryQueryParts,
  options: MemoryRequestOptions,
  { key, index }: SoughtRow,
): Task<readonly (readonly Value[])[]> {
  const { values } = state.orderOf(state.read(query, options));
  if (key === undefined) {
    const rowPage = yield* page(state, { ...query, start: index - 1, limit: 1 }, options);
    return rowPage.items.map((row) => values.read(row));
  }
  const { read, order } = values.keys.at(-1)!;
  const sortValues: (readonly Value[])[] = [];
  yield* state.visitRows((row) => {
    if (order(read(row), key) === 0) sortValues.push(values.read(row));
  });
  return sortValues;
}

export async function requestPage<T>(
  requests: StoreRequests<T>,
  query: Query,
  options: PageOptions = {},
): Promise<Page<T> | RejectedRequest> {
  const pageRequest = await requests.readPage(query, options, lookUpRow);
  if (!pageRequest.ok) return pageRequest;
  const { request, withCount, withNext } = pageRequest;
  const task = withCount ? requests.consistent(request, findPage<T>) : pageWithoutCount(requests, request);
  const foundPage = await requests.runInTimeSlices(task, options);
  const position = withNext ? foundPage.next() : undefined;
  const next =
    position === undefined ? undefined : await requests.writeCursor(fromPosition(position), request);
  const items = foundPage.items.map((row) => project(row, request.select));
  const count = withCount ? foundPage.count : undefined;
  return { ok: true, items, start: foundPage.start, limit: foundPage.limit, count, next };
}

function* pageWithoutCount<T>(
  requests: StoreRequests<T>,
  request: CollectionRequest,
): Task<FoundPage<T, number | undefined>> {
  return (
    (yield* requests.attempt(request, earlyPage<T>)) ?? (yield* requests.consistent(request, findPage<T>))
  );
}
