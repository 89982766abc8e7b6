import type { OrderPath } from "../../explain.ts";
import type { CheckedSortBy } from "../../../checker/checked.ts";
import type { SortValues } from "../../../evaluator/comparator.ts";
import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { Value } from "../../../values/types.ts";
import type { Columns } from "../columns/columns.ts";
import { tryAllocateTask } from "../kernels/try-allocate.ts";
import type { Slab } from "../kernels/kernels.ts";
import type { Task } from "../tasks/task.ts";
import type { FilterContext } from "../filter/row-test.ts";
import { afterCursorTest } from "./after-cursor.ts";
import { eachCandidate, type PageCandidates } from "./page-candidates.ts";
import { firstRowsCost, scanFirstRows, type Selected } from "./first-rows.ts";
import { orderId, newOrderState, type OrderState } from "./order-state.ts";
import { buildSortedIndex, mergeNewRows } from "./sorted-index.ts";
import { rowsAroundCost, rowsAround } from "./rows-around-page.ts";
import { selectPageRows } from "./select-page.ts";
import { sortKeysCost, orderKeys } from "./sort-keys.ts";
import type { OrderedRows } from "./early-termination.ts";
import { indexWalkCost, walkIndex } from "./index-walk.ts";
import { hasOwn } from "../../../values/own-properties.ts";

export interface OrderedRequest extends PageRows {
  readonly sortBy: CheckedSortBy;
  readonly context: FilterContext;
  /** Values of a cursor position: one per sort key and one for the catalog's key. `start` counts from this position. */
  readonly after: readonly Value[] | undefined;
}

interface PageRows {
  /** Matching rows: a bitmap, or unsorted row numbers. */
  readonly selected: Slab | Uint32Array;
  readonly count: number;
  readonly start: number;
  readonly limit: number;
}

export class Orders {
  readonly #columns: Columns;
  /** States of recently used orders, least recently used first. */
  readonly #known = new Map<string, OrderState>();
  /** Bucket counts, reused by all requests. The array grows with the largest request. */
  readonly #counts = { array: new Uint32Array(0) };

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  valuesOf({ sortBy, context }: Pick<OrderedRequest, "sortBy" | "context">): SortValues {
    return this.#order(sortBy, context).values;
  }

  *rows(request: OrderedRequest): Task<readonly number[]> {
    const { count, start } = request;
    const limit = Math.min(request.limit, count - start);
    if (limit <= 0) return [];
    const order = this.#order(request.sortBy, request.context);
    const accessPath = this.#accessPath(order, request, limit);
    if (accessPath === "source-order") return yield* this.#inSourceOrder(request, limit);
    // If memory for an access path is missing, falls back to a scan.
    const found =
      (accessPath === "sorted-index"
        ? yield* tryAllocateTask(this.#walkSortedIndex(order, request, limit))
        : undefined) ??
      (accessPath === "scan"
        ? undefined
        : yield* tryAllocateTask(this.#selectFromBuckets(order, request, limit)));
    return found ?? (yield* this.#scan(order, request, limit));
  }

  *#walkSortedIndex(
    order: OrderState,
    request: OrderedRequest,
    limit: number,
  ): Task<readonly number[] | undefined> {
    return yield* this.#walk(yield* this.#sortedIndex(order, request), order, request, limit);
  }

  /** Returns all rows in order, deleted rows included. Returns undefined if that requires sorting. */
  inOrder({ sortBy, context, after }: Omit<OrderedRequest, keyof PageRows>): OrderedRows | undefined {
    const { values, sortedIndex } = this.#order(sortBy, context);
    if (values.keys.length === 0) return { sortedIndex: undefined, from: 0 };
    if (sortedIndex?.length !== this.#columns.rows.length) return undefined;
    return { sortedIndex, from: after === undefined ? 0 : this.#firstAfter(sortedIndex, values, after) };
  }

  *prepare(sortBy: CheckedSortBy, context: FilterContext): Task<void> {
    const order = this.#order(sortBy, context);
    if (order.values.keys.length > 0) yield* this.#sortedIndex(order, { sortBy, context });
  }

  /** Returns the access path that a request would take now. */
  path(request: OrderedRequest): OrderPath {
    const limit = Math.max(0, Math.min(request.limit, request.count - request.start));
    return this.#accessPath(this.#order(request.sortBy, request.context), request, limit);
  }

  release(): void {
    for (const order of this.#known.values()) this.#drop(order);
    this.#known.clear();
  }

  #accessPath(order: OrderState, request: OrderedRequest, limit: number): OrderPath {
    const { sortBy, context, count, start, after } = request;
    const { thresholds } = context;
    const rows = this.#columns.rows.length;
    if (order.values.keys.length === 0) return "source-order";
    const take = start + limit;
    const canWalk =
      !(request.selected instanceof Uint32Array) &&
      (take > rows / LARGE_PAGE_DIVISOR ||
        (after === undefined ? indexWalkCost(rows, count, start, limit) : (take * rows) / count) < rows / 2);
    if (canWalk && order.sortedIndex !== undefined) return "sorted-index";
    const missing = sortKeysCost(sortBy, context) * thresholds.preparationCostFactor;
    const isRareEnough = order.spent + scanCost(rows, request, limit) <= missing;
    if (missing > 0 && (isRareEnough || !this.#hasRoom(rows * 8))) return "scan";
    if (!canWalk) return "buckets";
    const isWorth =
      order.counted + count > thresholds.countsBeforeSortedIndex * rows || take > rows / LARGE_PAGE_DIVISOR;
    const isMade = isWorth && thresholds.countsBeforeSortedIndex < Infinity && this.#hasRoom(rows * 4);
    return isMade ? "sorted-index" : "buckets";
  }

  #inSourceOrder(request: OrderedRequest, limit: number): Task<readonly number[]> {
    const candidates = this.#candidatesOf(request);
    return selectPageRows(
      candidates,
      [],
      { start: request.start, limit },
      this.#columns.thresholds,
      this.#counts,
    );
  }

  #candidatesOf(request: OrderedRequest): PageCandidates {
    const selected = selectedOf(request);
    const { count } = request;
    if (hasOwn(selected, "list")) return { kind: "list", list: [...selected.list], count };
    return { kind: "bits", bits: selected.bits, rows: this.#columns.rows.length, count };
  }

  *#scan(order: OrderState, request: OrderedRequest, limit: number): Task<readonly number[]> {
    const { count, start, after } = request;
    const { rows } = this.#columns;
    const take = start + limit;
    const selected = selectedOf(request);
    order.spent += scanCost(rows.length, request, limit);
    if (after === undefined && rowsAroundCost(count, limit) < firstRowsCost(count, take)) {
      const found = yield* rowsAround(selected, rows, order.values, count, { start, limit });
      if (found !== undefined) return found;
    }
    return (yield* scanFirstRows(selected, rows, order.values, take, after)).slice(start);
  }

  *#selectFromBuckets(order: OrderState, request: OrderedRequest, limit: number): Task<readonly number[]> {
    const { sortBy, context, count, start, after } = request;
    const { rows, thresholds } = this.#columns;
    const keys = yield* orderKeys(sortBy, context);
    order.counted += count;
    const [first] = keys;
    if (first?.kind === "compare" && count >= thresholds.minRowsToRank) keys[0] = yield* first.toNumbers();
    const select = (of: PageCandidates) =>
      selectPageRows(of, keys, { start, limit }, thresholds, this.#counts);
    const candidates = this.#candidatesOf(request);
    if (after === undefined) return yield* select(candidates);
    const afterCursor = afterCursorTest(rows, keys, order.values, after);
    if (candidates.kind === "list") {
      const list: number[] = [];
      yield* eachCandidate(candidates, () => {
        const isAfter = afterCursor();
        return (row) => {
          if (isAfter(row)) list.push(row);
        };
      });
      return yield* select({ kind: "list", list, count: list.length });
    }
    return yield* context.bitmaps.useInTask(context.bitmapWords * 4, function* (rest) {
      rest.u32().fill(0);
      let left = 0;
      yield* eachCandidate(candidates, () => {
        const [bits, isAfter] = [rest.u32(), afterCursor()];
        return (row) => {
          if (!isAfter(row)) return;
          bits[row >>> 5]! |= 1 << (row & 31);
          left++;
        };
      });
      return yield* select({ kind: "bits", bits: () => rest.u32(), rows: rows.length, count: left });
    });
  }

  *#walk(
    sortedIndex: Uint32Array,
    { values }: OrderState,
    request: OrderedRequest,
    limit: number,
  ): Task<readonly number[] | undefined> {
    const { count, start, after } = request;
    const selected = selectedOf(request);
    if (hasOwn(selected, "list")) return undefined;
    const { bits } = selected;
    if (after === undefined) return yield* walkIndex(sortedIndex, bits, { count, start, limit });
    const from = this.#firstAfter(sortedIndex, values, after);
    return yield* walkIndex(sortedIndex, bits, { count, start, limit, from });
  }

  #firstAfter(sortedIndex: Uint32Array, { compare, read }: SortValues, after: readonly Value[]): number {
    const { rows } = this.#columns;
    const isAfter = (at: number) => compare(read(rows.at(sortedIndex[at]!)), after) > 0;
    return firstIndexWhere(0, sortedIndex.length, isAfter);
  }

  /** Returns the sorted index of all rows, deleted rows included. Builds or extends it if needed. */
  *#sortedIndex(
    order: OrderState,
    { sortBy, context }: Pick<OrderedRequest, "sortBy" | "context">,
  ): Task<Uint32Array> {
    const { rows } = this.#columns;
    const count = rows.length;
    const { compare, read } = order.values;
    const known = order.sortedIndex;
    if (known?.length === count) return known;
    const made =
      known !== undefined && count - known.length <= count / LARGE_PAGE_DIVISOR
        ? yield* mergeNewRows(known, count, (a, b) => compare(read(rows.at(a)), read(rows.at(b))))
        : yield* buildSortedIndex(yield* orderKeys(sortBy, context), count);
    this.#drop(order);
    this.#makeRoom(made.byteLength);
    this.#columns.kernels.budget.reserve(made.byteLength);
    order.sortedIndex = made;
    return made;
  }

  /** Drops the least recently used sorted indexes to make room for `bytes` bytes. */
  #makeRoom(bytes: number): void {
    let held = bytes;
    for (const order of [...this.#known.values()].toReversed()) {
      held += order.sortedIndex?.byteLength ?? 0;
      if (held > MAX_INDEX_BYTES) this.#drop(order);
    }
  }

  #drop(order: OrderState): void {
    this.#columns.kernels.budget.release(order.sortedIndex?.byteLength ?? 0);
    order.sortedIndex = undefined;
  }

  #hasRoom(bytes: number): boolean {
    const { budget } = this.#columns.kernels;
    return budget.bytes + bytes <= budget.limit;
  }

  #order(sortBy: CheckedSortBy, context: FilterContext): OrderState {
    const name = orderId(sortBy, context);
    const known = this.#known.get(name);
    if (known !== undefined) this.#known.delete(name);
    const order = known ?? newOrderState(sortBy, context);
    this.#known.set(name, order);
    if (this.#known.size > MAX_ORDERS) {
      const [oldest, dropped] = this.#known.entries().next().value!;
      this.#drop(dropped);
      this.#known.delete(oldest);
    }
    return order;
  }
}

/** Pages of more than 1/16 of the rows use the sorted index. */
const LARGE_PAGE_DIVISOR = 16;
const MAX_ORDERS = 64;
/** Maximum number of bytes of all sorted indexes. One index is always kept. */
const MAX_INDEX_BYTES = 1 << 26;

function scanCost(
  rows: number,
  { count, start, after }: Pick<OrderedRequest, "count" | "start" | "after">,
  limit: number,
): number {
  const first = firstRowsCost(count, start + limit);
  const reads = after === undefined ? Math.min(first, rowsAroundCost(count, limit)) : first;
  return count * SPARSE_DIVISOR < rows ? reads * SPARSE_READ_COST : reads;
}

/** If fewer than 1 in 4 rows is read, each read is a cache miss and costs 4 times as much. */
const SPARSE_DIVISOR = 4;
const SPARSE_READ_COST = 4;

function selectedOf({ selected }: OrderedRequest): Selected {
  return selected instanceof Uint32Array ? { list: selected.toSorted() } : { bits: () => selected.u32() };
}
