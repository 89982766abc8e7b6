import { print } from "../../../ast/print.ts";
import type { CheckedSortBy } from "../../../checker/checked.ts";
import { compileSortValues, type SortValues } from "../../../evaluator/comparator.ts";
import type { FunctionTable } from "../../../functions/list.ts";
import type { Value } from "../../../values/types.ts";
import type { Columns } from "../columns.ts";
import type { Slab } from "../kernels/kernels.ts";
import type { Steps } from "../steps.ts";
import type { VectorContext } from "../vector.ts";
import { rowsBehind } from "./behind.ts";
import { costOfFirstRows, firstRows } from "./first-rows.ts";
import { permute, withNewRows } from "./permutation.ts";
import { selectPage } from "./select-page.ts";
import { costOfKeys, orderKeys } from "./sort-keys.ts";
import { firstWhere } from "./sort-steps.ts";
import { costOfWalk, walk } from "./walk.ts";

/** Which rows of an order are asked for. */
export interface OrderedRequest {
  readonly sortBy: CheckedSortBy;
  readonly context: VectorContext;
  /** The rows to put in order, and how many they are. */
  readonly selected: Slab;
  readonly count: number;
  /** Only rows behind these values, one for each key and one for the catalog's; `start` counts from there. */
  readonly after?: readonly Value[] | undefined;
  readonly start: number;
  readonly limit: number;
}

/**
 * How rows are put in order. `source`: they are as they came. `permutation`: all rows are in order already, and those
 * that are selected are taken. `first rows`: each row is asked, and the first ones are held. `counting`: they are
 * counted by ranks or numbers, and none but the page's are put in order.
 */
export type OrderPath = "source" | "permutation" | "first rows" | "counting";

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
  *rows(request: OrderedRequest): Steps<readonly number[]> {
    const { count, start, after } = request;
    const limit = Math.min(request.limit, count - start);
    if (limit <= 0) return [];
    const order = this.#order(request.sortBy, request.context);
    switch (this.#path(order, request, limit)) {
      case "source":
        return this.#inSourceOrder(request, limit);
      case "first rows": {
        const { selected } = request;
        const take = start + limit;
        order.spent += costOfFirstRows(count, take);
        const { rows } = this.#columns;
        const found = yield* firstRows(() => selected.u32(), rows, order.values, take, after);
        return found.slice(start);
      }
      case "permutation": {
        const found = yield* this.#walk(yield* this.#permutation(order, request), order, request, limit);
        if (found !== undefined) return found;
        return yield* this.#counted(order, request, limit);
      }
      case "counting":
        return yield* this.#counted(order, request, limit);
    }
  }

  /** Puts all rows in order, for the requests to come. */
  *prepare(sortBy: CheckedSortBy, context: VectorContext): Steps<void> {
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
    this.#known.clear();
  }

  #path(order: KnownOrder, request: OrderedRequest, limit: number): OrderPath {
    const { sortBy, context, count, start, after } = request;
    const { tuning } = context;
    const rows = this.#columns.rows.length;
    if (order.values.keys.length === 0) return "source";
    const take = start + limit;
    const isWalked =
      take > rows / LARGE_SHARE ||
      (after === undefined ? costOfWalk(rows, count, start, limit) : (take * rows) / count) < rows / 2;
    if (isWalked && order.permutation !== undefined) return "permutation";
    const missing = costOfKeys(sortBy, context) * tuning.unprepared;
    if (missing > 0 && order.spent + costOfFirstRows(count, take) <= missing) return "first rows";
    if (!isWalked) return "counting";
    const isWorth = order.counted + count > tuning.oftenCounted * rows || take > rows / LARGE_SHARE;
    return isWorth && tuning.oftenCounted < Infinity ? "permutation" : "counting";
  }

  #inSourceOrder({ selected, count, start }: OrderedRequest, limit: number): readonly number[] {
    const { rows, tuning } = this.#columns;
    return selectPage(selected.u32(), rows.length, count, [], { start, limit }, tuning, this.#counts);
  }

  *#counted(order: KnownOrder, request: OrderedRequest, limit: number): Steps<readonly number[]> {
    const { sortBy, context, selected, count, start, after } = request;
    const { rows, tuning, kernels } = this.#columns;
    const keys = yield* orderKeys(sortBy, context);
    order.counted += count;
    const [first] = keys;
    if (first?.kind === "compare" && count >= tuning.manyRows) keys[0] = yield* first.asNumbers();
    const select = (bits: Slab, of: number, take: number) =>
      selectPage(bits.u32(), rows.length, of, keys, { start, limit: take }, tuning, this.#counts);
    if (after === undefined) return select(selected, count, limit);
    return context.scratch.use(selected.bytes, (rest) => {
      rowsBehind(selected.u32(), rest.u32(), rows, keys, order.values, after);
      const left = kernels.popcount(rest, context.words);
      return select(rest, left, limit);
    });
  }

  *#walk(
    permutation: Uint32Array,
    { values: { compare, read } }: KnownOrder,
    { selected, count, start, after }: OrderedRequest,
    limit: number,
  ): Steps<readonly number[] | undefined> {
    const { rows } = this.#columns;
    const bits = () => selected.u32();
    if (after === undefined) return yield* walk(permutation, bits, { count, start, limit });
    const from = firstWhere(
      0,
      permutation.length,
      (at) => compare(read(rows.at(permutation[at]!)), after) > 0,
    );
    return yield* walk(permutation, bits, { count, start, limit, from });
  }

  /** All rows in order, those included that went. */
  *#permutation(
    order: KnownOrder,
    { sortBy, context }: Pick<OrderedRequest, "sortBy" | "context">,
  ): Steps<Uint32Array> {
    const { rows } = this.#columns;
    const count = rows.length;
    const { compare, read } = order.values;
    const known = order.permutation;
    if (known?.length === count) return known;
    const made =
      known !== undefined && count - known.length <= count / LARGE_SHARE
        ? yield* withNewRows(known, count, (a, b) => compare(read(rows.at(a)), read(rows.at(b))))
        : yield* permute(yield* orderKeys(sortBy, context), count);
    this.#makeRoom(order, made.byteLength);
    order.permutation = made;
    return made;
  }

  /** Permutations that were not asked for lately go where there are too many. */
  #makeRoom(kept: KnownOrder, bytes: number): void {
    let held = bytes;
    for (const order of [...this.#known.values()].toReversed()) {
      if (order === kept || order.permutation === undefined) continue;
      held += order.permutation.byteLength;
      if (held > MOST_BYTES) order.permutation = undefined;
    }
  }

  #order(sortBy: CheckedSortBy, context: VectorContext): KnownOrder {
    const name = nameOf(sortBy, context);
    const known = this.#known.get(name);
    if (known !== undefined) this.#known.delete(name);
    const order = known ?? newOrder(sortBy, context);
    this.#known.set(name, order);
    if (this.#known.size > MOST_ORDERS) this.#known.delete(this.#known.keys().next().value!);
    return order;
  }
}

interface KnownOrder {
  readonly values: SortValues;
  /** What going without numbers for each row has cost so far, in rows that were read. */
  spent: number;
  /** Rows that were counted for pages so far. */
  counted: number;
  permutation: Uint32Array | undefined;
}

/** Pages that take more than this share of the rows are taken of all rows in order. */
const LARGE_SHARE = 16;
const MOST_ORDERS = 64;
/** Bytes of all permutations but the one in use. */
const MOST_BYTES = 1 << 26;

function newOrder(sortBy: CheckedSortBy, { locale, isPlain }: VectorContext): KnownOrder {
  const values = compileSortValues(sortBy, {
    ...(locale === undefined ? {} : { locale }),
    rows: isPlain ? "plain" : "any",
  });
  return { values, spent: 0, counted: 0, permutation: undefined };
}

/** What tells orders apart. */
function nameOf({ keys, catalog, functions }: CheckedSortBy, { locale }: VectorContext): string {
  const texts = keys.map(
    ({ expression, direction, comparison }) => `${print(expression)}:${direction}:${comparison}`,
  );
  return JSON.stringify([idOf(functions), locale ?? null, catalog?.key ?? null, texts]);
}

/** Functions that a service adds may have the names of others. */
function idOf(functions: FunctionTable): number {
  let id = ids.get(functions);
  if (id === undefined) ids.set(functions, (id = nextId++));
  return id;
}

const ids = new WeakMap<FunctionTable, number>();
let nextId = 0;
