import type { OrderPath } from "../../explain.ts";
import type { CheckedSortBy } from "../../../checker/checked.ts";
import type { SortValues } from "../../../evaluator/comparator.ts";
import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { Value } from "../../../values/types.ts";
import type { Columns } from "../columns/columns.ts";
import { eachRow } from "../kernels/growable-buffers.ts";
import { stepsIfRoom } from "../kernels/try-allocate.ts";
import type { Slab } from "../kernels/kernels.ts";
import type { Task } from "../tasks/task.ts";
import type { VectorContext } from "../filter/row-test.ts";
import { behind } from "./after-cursor.ts";
import type { Candidates } from "./page-candidates.ts";
import { costOfFirstRows, firstRows, type Selected } from "./first-rows.ts";
import { nameOf, newOrder, type KnownOrder } from "./known-order.ts";
import { permute, withNewRows } from "./sorted-index.ts";
import { costOfRowsAround, rowsAround } from "./rows-around-page.ts";
import { selectPage } from "./select-page.ts";
import { costOfKeys, orderKeys } from "./sort-keys.ts";
import type { RowsInOrder } from "./early-termination.ts";
import { costOfWalk, walk } from "./index-walk.ts";

/** Which rows of an order are asked for. */
export interface OrderedRequest extends PlacedRows {
  readonly sortBy: CheckedSortBy;
  readonly context: VectorContext;
  /** Only rows behind these values, one for each key and one for the catalog's; `start` counts from there. */
  readonly after?: readonly Value[] | undefined;
}

interface PlacedRows {
  /** The rows to put in order, by a bitmap or by their numbers in any order, and how many they are. */
  readonly selected: Slab | Uint32Array;
  readonly count: number;
  readonly start: number;
  readonly limit: number;
}

/** The orders that were asked for, and what was made of them. */
export class Orders {
  readonly #columns: Columns;
  /** The one asked last at the end. */
  readonly #known = new Map<string, KnownOrder>();
  /** Where rows are counted; as large as it ever had to be. */
  readonly #counts = { array: new Uint32Array(0) };

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /** What rows are ordered by. */
  valuesOf({ sortBy, context }: Pick<OrderedRequest, "sortBy" | "context">): SortValues {
    return this.#order(sortBy, context).values;
  }

  /** The numbers of the rows that are asked for, in order. */
  *rows(request: OrderedRequest): Task<readonly number[]> {
    const { count, start } = request;
    const limit = Math.min(request.limit, count - start);
    if (limit <= 0) return [];
    const order = this.#order(request.sortBy, request.context);
    const path = this.#path(order, request, limit);
    if (path === "source") return yield* this.#inSourceOrder(request, limit);
    // What there turns out to be no memory for, reading does without.
    const found =
      (path === "permutation" ? yield* stepsIfRoom(this.#walked(order, request, limit)) : undefined) ??
      (path === "reading" ? undefined : yield* stepsIfRoom(this.#counted(order, request, limit)));
    return found ?? (yield* this.#read(order, request, limit));
  }

  *#walked(order: KnownOrder, request: OrderedRequest, limit: number): Task<readonly number[] | undefined> {
    return yield* this.#walk(yield* this.#permutation(order, request), order, request, limit);
  }

  /** All rows in order, those included that went; undefined where they would have to be put in order. */
  inOrder({ sortBy, context, after }: Omit<OrderedRequest, keyof PlacedRows>): RowsInOrder | undefined {
    const { values, permutation } = this.#order(sortBy, context);
    if (values.keys.length === 0) return { permutation: undefined, from: 0 };
    if (permutation?.length !== this.#columns.rows.length) return undefined;
    return { permutation, from: after === undefined ? 0 : this.#firstBehind(permutation, values, after) };
  }

  /** Puts all rows in order, for the requests to come. */
  *prepare(sortBy: CheckedSortBy, context: VectorContext): Task<void> {
    const order = this.#order(sortBy, context);
    if (order.values.keys.length > 0) yield* this.#permutation(order, { sortBy, context });
  }

  /** How a request would be answered, if it came now. */
  path(request: OrderedRequest): OrderPath {
    const limit = Math.max(0, Math.min(request.limit, request.count - request.start));
    return this.#path(this.#order(request.sortBy, request.context), request, limit);
  }

  /** Lets go what was made. */
  release(): void {
    for (const order of this.#known.values()) this.#drop(order);
    this.#known.clear();
  }

  #path(order: KnownOrder, request: OrderedRequest, limit: number): OrderPath {
    const { sortBy, context, count, start, after } = request;
    const { thresholds } = context;
    const rows = this.#columns.rows.length;
    if (order.values.keys.length === 0) return "source";
    const take = start + limit;
    const isWalked =
      !(request.selected instanceof Uint32Array) &&
      (take > rows / LARGE_SHARE ||
        (after === undefined ? costOfWalk(rows, count, start, limit) : (take * rows) / count) < rows / 2);
    if (isWalked && order.permutation !== undefined) return "permutation";
    const missing = costOfKeys(sortBy, context) * thresholds.preparationCostFactor;
    const isRareEnough = order.spent + costOfReading(rows, request, limit) <= missing;
    if (missing > 0 && (isRareEnough || !this.#hasRoom(rows * 8))) return "reading";
    if (!isWalked) return "counting";
    const isWorth =
      order.counted + count > thresholds.countsBeforeSortedIndex * rows || take > rows / LARGE_SHARE;
    const isMade = isWorth && thresholds.countsBeforeSortedIndex < Infinity && this.#hasRoom(rows * 4);
    return isMade ? "permutation" : "counting";
  }

  #inSourceOrder(request: OrderedRequest, limit: number): Task<readonly number[]> {
    const candidates = this.#candidatesOf(request);
    return selectPage(
      candidates,
      [],
      { start: request.start, limit },
      this.#columns.thresholds,
      this.#counts,
    );
  }

  #candidatesOf(request: OrderedRequest): Candidates {
    const selected = selectedOf(request);
    const { count } = request;
    if ("list" in selected) return { kind: "list", list: [...selected.list], count };
    return { kind: "bits", bits: selected.bits(), rows: this.#columns.rows.length, count };
  }

  /** By what the rows say themselves. */
  *#read(order: KnownOrder, request: OrderedRequest, limit: number): Task<readonly number[]> {
    const { count, start, after } = request;
    const { rows } = this.#columns;
    const take = start + limit;
    const selected = selectedOf(request);
    order.spent += costOfReading(rows.length, request, limit);
    if (after === undefined && costOfRowsAround(count, limit) < costOfFirstRows(count, take)) {
      const found = yield* rowsAround(selected, rows, order.values, count, { start, limit });
      if (found !== undefined) return found;
    }
    return (yield* firstRows(selected, rows, order.values, take, after)).slice(start);
  }

  *#counted(order: KnownOrder, request: OrderedRequest, limit: number): Task<readonly number[]> {
    const { sortBy, context, count, start, after } = request;
    const { rows, thresholds } = this.#columns;
    const keys = yield* orderKeys(sortBy, context);
    order.counted += count;
    const [first] = keys;
    if (first?.kind === "compare" && count >= thresholds.minRowsToRank) keys[0] = yield* first.asNumbers();
    const select = (of: Candidates) => selectPage(of, keys, { start, limit }, thresholds, this.#counts);
    const candidates = this.#candidatesOf(request);
    if (after === undefined) return yield* select(candidates);
    const isBehind = behind(rows, keys, order.values, after);
    if (candidates.kind === "list") {
      const list = candidates.list.filter(isBehind);
      return yield* select({ kind: "list", list, count: list.length });
    }
    return yield* context.scratch.useInSteps(context.words * 4, function* (rest) {
      const bits = rest.u32();
      bits.fill(0);
      let left = 0;
      eachRow(candidates.bits, rows.length, (row) => {
        if (!isBehind(row)) return;
        bits[row >>> 5]! |= 1 << (row & 31);
        left++;
      });
      return yield* select({ kind: "bits", bits, rows: rows.length, count: left });
    });
  }

  *#walk(
    permutation: Uint32Array,
    { values }: KnownOrder,
    request: OrderedRequest,
    limit: number,
  ): Task<readonly number[] | undefined> {
    const { count, start, after } = request;
    const selected = selectedOf(request);
    if ("list" in selected) return undefined;
    const { bits } = selected;
    if (after === undefined) return yield* walk(permutation, bits, { count, start, limit });
    const from = this.#firstBehind(permutation, values, after);
    return yield* walk(permutation, bits, { count, start, limit, from });
  }

  #firstBehind(permutation: Uint32Array, { compare, read }: SortValues, after: readonly Value[]): number {
    const { rows } = this.#columns;
    const isBehind = (at: number) => compare(read(rows.at(permutation[at]!)), after) > 0;
    return firstIndexWhere(0, permutation.length, isBehind);
  }

  /** All rows in order, those included that went. */
  *#permutation(
    order: KnownOrder,
    { sortBy, context }: Pick<OrderedRequest, "sortBy" | "context">,
  ): Task<Uint32Array> {
    const { rows } = this.#columns;
    const count = rows.length;
    const { compare, read } = order.values;
    const known = order.permutation;
    if (known?.length === count) return known;
    const made =
      known !== undefined && count - known.length <= count / LARGE_SHARE
        ? yield* withNewRows(known, count, (a, b) => compare(read(rows.at(a)), read(rows.at(b))))
        : yield* permute(yield* orderKeys(sortBy, context), count);
    this.#drop(order);
    this.#makeRoom(made.byteLength);
    this.#columns.kernels.budget.take(made.byteLength);
    order.permutation = made;
    return made;
  }

  /** Permutations that were not asked for lately go where there are too many. */
  #makeRoom(bytes: number): void {
    let held = bytes;
    for (const order of [...this.#known.values()].toReversed()) {
      held += order.permutation?.byteLength ?? 0;
      if (held > MOST_BYTES) this.#drop(order);
    }
  }

  #drop(order: KnownOrder): void {
    this.#columns.kernels.budget.give(order.permutation?.byteLength ?? 0);
    order.permutation = undefined;
  }

  #hasRoom(bytes: number): boolean {
    const { budget } = this.#columns.kernels;
    return budget.bytes + bytes <= budget.limit;
  }

  #order(sortBy: CheckedSortBy, context: VectorContext): KnownOrder {
    const name = nameOf(sortBy, context);
    const known = this.#known.get(name);
    if (known !== undefined) this.#known.delete(name);
    const order = known ?? newOrder(sortBy, context);
    this.#known.set(name, order);
    if (this.#known.size > MOST_ORDERS) {
      const [oldest, dropped] = this.#known.entries().next().value!;
      this.#drop(dropped);
      this.#known.delete(oldest);
    }
    return order;
  }
}

/** Pages that take more than this share of the rows are taken of all rows in order. */
const LARGE_SHARE = 16;
const MOST_ORDERS = 64;
/** Bytes of all permutations, but that there is always one. */
const MOST_BYTES = 1 << 26;

function costOfReading(
  rows: number,
  { count, start, after }: Pick<OrderedRequest, "count" | "start" | "after">,
  limit: number,
): number {
  const first = costOfFirstRows(count, start + limit);
  const reads = after === undefined ? Math.min(first, costOfRowsAround(count, limit)) : first;
  return count * FAR_APART < rows ? reads * READS_APART : reads;
}

/** Rows of which at most one of so many is read are each found by themselves in memory, which takes so many times as long. */
const FAR_APART = 4;
const READS_APART = 4;

function selectedOf({ selected }: OrderedRequest): Selected {
  return selected instanceof Uint32Array ? { list: selected.toSorted() } : { bits: () => selected.u32() };
}
