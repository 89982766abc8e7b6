import type { ExplainedOrder, OrderPath } from "../../explain.ts";
import type { CheckedSortBy } from "../../../checker/checked.ts";
import type { SortValues } from "../../../evaluator/comparator.ts";
import type { Columns } from "../columns/columns.ts";
import { columnKey } from "../members/member-reader.ts";
import { slabOver, type SharedStructures, type StructureImage } from "../kernels/shared-structures.ts";
import { tryAllocateTask } from "../kernels/try-allocate.ts";
import { SharedTasks } from "../tasks/shared-task.ts";
import { discardResult, measured, runWhile, type Task } from "../tasks/task.ts";
import type { FilterContext } from "../filter/row-test.ts";
import type { LazyKey } from "../kernels/order-key.ts";
import type { OrderedRequest, SelectedPage } from "./ordered-request.ts";
import { isOfAllThreads, orderId, newOrderState, type OrderState } from "./order-state.ts";
import { completeSortedIndex } from "../sorting/sorted-index.ts";
import { explainedCost, PATHS, planPath, type PlannedPath } from "./plan-path.ts";
import { firstAfter } from "./path-index-walk.ts";
import { keysOf, onlyMember } from "./key-values.ts";
import { lazyKeys } from "./sort-keys.ts";
import type { OrderedRows } from "./early-termination.ts";

export class Orders {
  readonly #columns: Columns;
  /** States of recently used orders, least recently used first. */
  readonly #states = new Map<string, OrderState>();
  readonly #building = new SharedTasks();

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  valuesOf(sortBy: CheckedSortBy, context: FilterContext): SortValues {
    return this.#orderOf(sortBy, context).values;
  }

  *rows(request: OrderedRequest): Task<readonly number[]> {
    const { count, start } = request;
    const limit = Math.min(request.limit, count - start);
    if (limit <= 0) return [];
    const order = this.#orderOf(request.sortBy, request.context);
    // The costs of sort keys depend on the columns.
    const members = keysOf(request.sortBy, request.context).flatMap((key) => onlyMember(...key) ?? []);
    for (const member of members) yield* this.#columns.unused.read(columnKey(member));
    const planned = this.#plan(order, request, limit);
    const { path } = planned.choice;
    order.spent += planned.lostByKey;
    order.lost += planned.lostByIndex;
    if (planned.buildsKey) this.#keyInBackground(order, request);
    if (planned.buildsIndex) this.#indexInBackground(order, request);
    return yield* measured(this.#rowsBy(path, order, request, limit), (work) => order.work.set(path, work));
  }

  /** Falls back to a selection if the sorted index is too sparse, and to a scan if memory is missing. */
  *#rowsBy(
    path: OrderPath,
    order: OrderState,
    request: OrderedRequest,
    limit: number,
  ): Task<readonly number[]> {
    const rows =
      (path === "sorted-index" ? yield* tryAllocateTask(this.#walk(order, request, limit)) : undefined) ??
      (path === "scan"
        ? undefined
        : yield* tryAllocateTask(
            PATHS[path === "sorted-index" ? "selection" : path].run(order, request, limit),
          ));
    return rows ?? (yield* PATHS.scan.run(order, request, limit));
  }

  *#walk(order: OrderState, request: OrderedRequest, limit: number): Task<readonly number[] | undefined> {
    yield* this.#sortedIndex(order, request.sortBy, request.context);
    return yield* PATHS["sorted-index"].run(order, request, limit);
  }

  /** Returns all rows in order, deleted rows included. Returns undefined if that requires sorting. */
  inOrder({ sortBy, context, after }: Omit<OrderedRequest, keyof SelectedPage>): OrderedRows | undefined {
    const { values, sortedIndex } = this.#orderOf(sortBy, context);
    if (values.keys.length === 0) return { sortedIndex: undefined, from: 0 };
    if (sortedIndex?.length !== this.#columns.rows.length) return undefined;
    return {
      sortedIndex,
      from: after === undefined ? 0 : firstAfter(sortedIndex, this.#columns.rows, values, after),
    };
  }

  *prepare(sortBy: CheckedSortBy, context: FilterContext): Task<void> {
    const order = this.#orderOf(sortBy, context);
    if (order.values.keys.length > 0) yield* this.#sortedIndex(order, sortBy, context);
  }

  /** Returns the access path that a request would take now. */
  explain(request: OrderedRequest): Omit<ExplainedOrder, "keys"> {
    const limit = Math.max(0, Math.min(request.limit, request.count - request.start));
    const order = this.#orderOf(request.sortBy, request.context);
    const { choice } = this.#plan(order, request, limit);
    const cost = explainedCost(choice.path, this.#isNearlyComplete(order), request, limit);
    return { ...choice, cost: { ...cost, measured: order.work.get(choice.path) } };
  }

  release(): void {
    this.#building.stop();
    for (const order of this.#states.values()) this.#drop(order);
    this.#states.clear();
  }

  #plan(order: OrderState, request: OrderedRequest, limit: number): PlannedPath {
    const facts = {
      hasKeys: order.values.keys.length > 0,
      hasIndex: this.#isNearlyComplete(order),
      hasRoom: (bytes: number) => this.#hasRoom(bytes),
      spent: order.spent,
      lost: order.lost,
    };
    return planPath(facts, request, limit);
  }

  /** Builds the sorted index while no request runs. Stops if rows or columns change; a later request starts it again. */
  #indexInBackground(order: OrderState, { sortBy, context }: OrderedRequest): void {
    const name = orderId(sortBy, context);
    // A later request finds what the other thread has built. Waiting for it would keep this thread from its requests.
    if (this.#sharedOrders(name)?.isBuilding(ORDER + name) === true) return;
    const isKnown = () => this.#states.get(name) === order;
    context.columns.prepareLater(name, context.locale, () =>
      discardResult(runWhile(this.#sortedIndex(order, sortBy, context), isKnown)),
    );
  }

  /** Builds the first sort key while no request runs. */
  #keyInBackground(order: OrderState, { sortBy, context }: OrderedRequest): void {
    const [first] = lazyKeys(sortBy, context, order.compared);
    const name = `first key ${orderId(sortBy, context)}`;
    context.columns.prepareLater(name, context.locale, () => discardResult(first!.get(Infinity)));
  }

  /** Returns whether an order has a sorted index that lacks few rows, which a request can add. */
  #isNearlyComplete({ sortedIndex }: OrderState): boolean {
    return sortedIndex !== undefined && this.#columns.rows.length - sortedIndex.length <= MAX_MERGED_ROWS;
  }

  /** Returns the sorted index of all rows, deleted rows included. Concurrent requests share the work of building it. */
  *#sortedIndex(order: OrderState, sortBy: CheckedSortBy, context: FilterContext): Task<Uint32Array> {
    for (;;) {
      if (order.sortedIndex?.length === this.#columns.rows.length) return order.sortedIndex;
      // The version is in the key, because a build of other rows must not be continued.
      const key = `${this.#columns.version} ${orderId(sortBy, context)}`;
      const keys = lazyKeys(sortBy, context, order.compared);
      const id = orderId(sortBy, context);
      yield* this.#building.run(key, () => this.#buildSortedIndex(order, id, keys));
    }
  }

  *#buildSortedIndex(order: OrderState, id: string, keys: readonly LazyKey[]): Task<void> {
    const { rows } = this.#columns;
    const build = () => completeSortedIndex(order.sortedIndex, rows, order.values, keys);
    const shared = this.#sharedOrders(id);
    if (shared === undefined) return this.#keep(order, yield* build());
    const image = yield* shared.build(ORDER + id, () => imageOf(build()));
    this.#keep(order, this.#sortedIndexOf(image));
  }

  /** Takes the sorted index that another thread has built. */
  #adopt(order: OrderState, id: string): void {
    const image = this.#sharedOrders(id)?.find(ORDER + id);
    const sortedIndex = image && this.#sortedIndexOf(image);
    if (sortedIndex !== undefined && this.#hasRoom(sortedIndex.byteLength)) this.#keep(order, sortedIndex);
  }

  #sharedOrders(id: string): SharedStructures | undefined {
    return isOfAllThreads(id) ? this.#columns.unused.exchange?.structures : undefined;
  }

  #sortedIndexOf({ slabs }: StructureImage): Uint32Array {
    return slabs[0]!.u32().subarray(0, this.#columns.rows.length);
  }

  #keep(order: OrderState, sortedIndex: Uint32Array): void {
    this.#drop(order);
    this.#makeRoom(sortedIndex.byteLength);
    this.#columns.kernels.budget.reserve(sortedIndex.byteLength);
    order.sortedIndex = sortedIndex;
  }

  /** Drops the least recently used sorted indexes to make room for `bytes` bytes. */
  #makeRoom(bytes: number): void {
    let byteCount = bytes;
    for (const order of [...this.#states.values()].toReversed()) {
      byteCount += order.sortedIndex?.byteLength ?? 0;
      if (byteCount > MAX_INDEX_BYTES) this.#drop(order);
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

  #orderOf(sortBy: CheckedSortBy, context: FilterContext): OrderState {
    const name = orderId(sortBy, context);
    const existing = this.#states.get(name);
    if (existing !== undefined) this.#states.delete(name);
    const order = existing ?? newOrderState(sortBy, context);
    if (order.sortedIndex === undefined) this.#adopt(order, name);
    this.#states.set(name, order);
    if (this.#states.size > MAX_ORDERS) {
      const [oldest, dropped] = this.#states.entries().next().value!;
      this.#drop(dropped);
      this.#states.delete(oldest);
    }
    return order;
  }
}

function* imageOf(build: Task<Uint32Array>): Task<StructureImage> {
  return { state: null, slabs: [slabOver(yield* build)] };
}

/** Begins the names of sorted indexes that threads share. */
const ORDER = "order ";
/** Rows that a request adds to a sorted index. If more are missing, it is extended in the background. */
const MAX_MERGED_ROWS = 256;
const MAX_ORDERS = 64;
/** Maximum number of bytes of all sorted indexes. One index is always kept. */
const MAX_INDEX_BYTES = 1 << 26;
