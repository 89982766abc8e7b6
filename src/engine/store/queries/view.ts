import type { Catalog } from "../../../catalog/types.ts";
import type { CheckedSortBy } from "../../../checker/checked.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { isScalarType } from "../../../values/types.ts";
import type { Columns } from "../columns/columns.ts";
import type { ExplainedQuery } from "../../explain.ts";
import { explainFilter } from "./explain.ts";
import { askedMember, countFacets, orderOf, type Facets } from "./facets.ts";
import { forEachRowBetween } from "../kernels/growable-buffers.ts";
import type { Slab } from "../kernels/kernels.ts";
import { LiveBitmap } from "../kernels/live-bitmap.ts";
import { readQuery, type MemoryQuery } from "./query.ts";
import type {
  FacetOptions,
  MemoryPage,
  MemoryPageOptions,
  MemoryReader,
  MemoryRequestOptions,
  Unreadable,
} from "./reader.ts";
import { rowsByNumber } from "../kernels/row-list.ts";
import { unreadableRows } from "./unreadable-rows.ts";
import { Selection, type EvaluationSettings } from "../filter/selection.ts";
import { BitmapPool } from "../kernels/bitmap-pool.ts";
import { leastAndMost, type MinMax } from "./min-max.ts";
import { describeKeys } from "../order/order-state.ts";
import { Orders, type OrderedRequest } from "../order/orders.ts";
import { requirePosition } from "../order/cursor-position.ts";
import { findEarly } from "../order/early-termination.ts";
import { askedFor, pageOf, rowsOf, type UncountedPage } from "./page-rows.ts";
import { EVALUATIONS_PER_STEP, runNow, eachBatch, asTask, type Task } from "../tasks/task.ts";

type Asked = Omit<OrderedRequest, "sortBy" | "context">;

/** Those rows of some columns that are there: a bitmap, and how it is asked. */
export class View<T> implements MemoryReader<T> {
  readonly catalog: Catalog;
  readonly #columns: Columns;
  readonly #reading: EvaluationSettings;
  readonly #bitmaps: BitmapPool;
  readonly #live: LiveBitmap;
  readonly #selection: Selection;
  readonly #orders: Orders;

  /** @param orders those of the same columns, if there are any */
  constructor(
    catalog: Catalog,
    columns: Columns,
    reading: EvaluationSettings,
    live?: Uint32Array,
    orders = new Orders(columns),
  ) {
    this.#orders = orders;
    this.catalog = catalog;
    this.#columns = columns;
    this.#reading = reading;
    this.#bitmaps = new BitmapPool(columns.kernels);
    this.#live = new LiveBitmap(columns.kernels, columns.rows.length, live);
    this.#selection = new Selection(columns, reading, this.#bitmaps, this.#live);
  }

  get size(): number {
    return this.#live.count;
  }

  /** All rows that the columns hold, those that went included. */
  get rows(): number {
    return this.#columns.rows.length;
  }

  get columns(): Columns {
    return this.#columns;
  }

  /** A bit for each row of the view, in an array of its own. */
  liveBits(): Uint32Array {
    return this.#live.bits();
  }

  page(query: MemoryQuery, options: MemoryPageOptions = {}): MemoryPage<T> {
    return runNow(this.pageInSteps(query, options));
  }

  count(query: MemoryQuery, options: MemoryRequestOptions = {}): number {
    return runNow(this.countInSteps(query, options));
  }

  all(query: MemoryQuery, options: MemoryRequestOptions = {}): readonly T[] {
    const { filter, sortBy, start } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const numbers = this.#selection.selectRows(filter, locale, (selected, count) =>
      this.#numbers(sortBy, locale, { selected, count, start, limit: count }),
    );
    return rowsOf<T>(this.#columns.rows, runNow(numbers));
  }

  pageInSteps(query: MemoryQuery, options: MemoryPageOptions = {}): Task<MemoryPage<T>> {
    const { filter, sortBy, start, limit } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const { values, after } = this.#place(sortBy, locale, ownProperties(options));
    const { catalog } = this;
    const numbers = this.#numbers.bind(this, sortBy, locale);
    const { rows } = this.#columns;
    return this.#selection.selectRows(filter, locale, function* (selected, count) {
      const asked = { selected, count, start, limit: askedFor(limit), after: after?.values };
      const found = rowsOf<T>(rows, yield* numbers(asked));
      return { ...pageOf(found, { start, limit }, after, catalog, values), count };
    });
  }

  /**
   * A page whose rows are not counted, if it is found by asking some of the rows one by one; undefined if it is not. It
   * asks for no column.
   */
  *soonInSteps(query: MemoryQuery, options: MemoryPageOptions = {}): Task<UncountedPage<T> | undefined> {
    const { filter, sortBy, start, limit } = readQuery(query, this.catalog);
    if (filter === undefined) return undefined;
    const locale = this.#localeOf(options);
    const { values, after } = this.#place(sortBy, locale, ownProperties(options));
    const context = this.#selection.context(sortBy, locale);
    const inOrder = this.#orders.inOrder({ sortBy, context, after: after?.values });
    const most = this.#selection.rowsToTestFirst(filter, locale, start + limit);
    if (inOrder === undefined || most === 0) return undefined;
    const { rows } = this.#columns;
    const holds = this.#selection.testOf(filter, locale);
    const sought = { rows, live: this.#live, holds, start, limit: askedFor(limit), maxTested: most };
    const numbers = yield* findEarly(inOrder, sought);
    if (numbers === undefined) return undefined;
    const found = rowsOf<T>(rows, numbers);
    return { ...pageOf(found, { start, limit }, after, this.catalog, values), count: undefined };
  }

  *countInSteps(query: MemoryQuery, options: MemoryRequestOptions = {}): Task<number> {
    const { filter } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const counted = asTask((_: Slab, count: number) => count);
    return (
      this.#selection.countAll(filter, locale) ??
      (yield* this.#selection.selectBitmap(filter, locale, counted))
    );
  }

  /** Makes the columns that a filter needs. They hold whatever is changed meanwhile. */
  *columnsFor(query: MemoryQuery, options: MemoryRequestOptions = {}): Task<void> {
    const { filter } = readQuery(query, this.catalog);
    if (filter !== undefined) yield* this.#selection.makeColumns(filter, this.#localeOf(options));
  }

  facets(member: string, query: MemoryQuery, options: FacetOptions = {}): Facets {
    return runNow(this.facetsInSteps(member, query, options));
  }

  *facetsInSteps(member: string, query: MemoryQuery, options: FacetOptions = {}): Task<Facets> {
    const { filter } = readQuery(query, this.catalog);
    const { limit = 100 } = ownProperties(options);
    const asked = askedMember(this.catalog, member);
    const column = yield* this.#columns.build(asked.member, asked.checked);
    return yield* this.#selection.selectBitmap(filter, this.#localeOf(options), (selected) =>
      countFacets(selected, this.#columns.rows, asked, column, limit),
    );
  }

  stream(query: MemoryQuery, options: MemoryPageOptions = {}): Iterable<T> {
    return runNow(this.streamInSteps(query, options));
  }

  *streamInSteps(query: MemoryQuery, options: MemoryPageOptions = {}): Task<Iterable<T>> {
    const { filter, sortBy, start, asked } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const after = this.#place(sortBy, locale, ownProperties(options)).after?.values;
    const { rows } = this.#columns;
    const found = yield* this.#selection.selectRows(filter, locale, (selected, count) =>
      this.#numbers(sortBy, locale, { selected, count, start, limit: asked ?? count, after }),
    );
    return rowsByNumber(rows, found) as Iterable<T>;
  }

  prepare(query: MemoryQuery, options: MemoryRequestOptions = {}): void {
    runNow(this.prepareInSteps(query, options));
  }

  *prepareInSteps(query: MemoryQuery, options: MemoryRequestOptions = {}): Task<void> {
    const { filter, sortBy } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    yield* this.#selection.selectBitmap(
      filter,
      locale,
      asTask(() => undefined),
    );
    yield* this.#orders.prepare(sortBy, this.#selection.context(sortBy, locale));
  }

  /** @throws TypeError if there is no such member, or none that has an index. */
  *indexInSteps(member: string): Task<void> {
    const asked = askedMember(this.catalog, member);
    const column = yield* this.#columns.build(asked.member, asked.checked);
    if (!isScalarType(asked.member.type.type))
      throw new TypeError(`There is no index of ${member}: its values are in no order.`);
    if (column !== undefined && "index" in column) yield* column.index().keepBuilt();
  }

  explain(query: MemoryQuery, options: MemoryPageOptions = {}): ExplainedQuery {
    return runNow(this.explainInSteps(query, options));
  }

  *explainInSteps(query: MemoryQuery, options: MemoryPageOptions = {}): Task<ExplainedQuery> {
    const { filter, sortBy, start, limit } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const after = this.#place(sortBy, locale, ownProperties(options)).after?.values;
    const context = this.#selection.context(sortBy, locale);
    const conditions =
      filter === undefined
        ? []
        : yield* this.#selection.selectBitmap(undefined, locale, (live) =>
            explainFilter(filter, this.#selection.context(filter, locale), live),
          );
    const told = asTask((selected: Slab | Uint32Array, count: number): ExplainedQuery => {
      const path = this.#orders.path({ sortBy, context, selected, count, start, limit, after });
      return { size: this.size, count, filter: conditions, order: { path, keys: describeKeys(sortBy) } };
    });
    return yield* this.#selection.selectRows(filter, locale, told);
  }

  minMax(member: string, query: MemoryQuery, options: MemoryRequestOptions = {}): MinMax | undefined {
    return runNow(this.boundsInSteps(member, query, options));
  }

  *boundsInSteps(
    member: string,
    query: MemoryQuery,
    options: MemoryRequestOptions = {},
  ): Task<MinMax | undefined> {
    const { filter } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const asked = askedMember(this.catalog, member);
    const sortBy = orderOf(member, asked);
    const values = this.#orders.valuesOf({ sortBy, context: this.#selection.context(sortBy, locale) });
    const column = yield* this.#columns.build(asked.member, asked.checked);
    return yield* this.#selection.selectBitmap(filter, locale, (selected) =>
      leastAndMost(selected, this.#columns.rows, column, values.keys[0]!),
    );
  }

  unreadable(): Iterable<Unreadable<T>> {
    return unreadableRows(this.catalog, this.inSourceOrder());
  }

  /** Takes rows in, and others out; the number of the first that came. */
  change(added: readonly T[], removed: readonly number[]): number {
    const { rows } = this.#columns;
    const first = rows.length;
    this.#columns.append(added);
    this.#live.change(first, rows.length, removed);
    return first;
  }

  /** The same rows, whatever becomes of this view. */
  copy(): View<T> {
    return new View<T>(this.catalog, this.#columns, this.#reading, this.liveBits(), this.#orders);
  }

  forEachRow(visit: (row: T, number: number) => void): void {
    runNow(this.eachRowInSteps(visit));
  }

  eachRowInSteps(visit: (row: T, number: number) => void): Task<void> {
    const { rows } = this.#columns;
    const { slab } = this.#live;
    const visitNumber = (number: number) => visit(rows.at(number) as T, number);
    return eachBatch(
      slab.bytes * 8,
      (from, end) => forEachRowBetween(slab.u32(), from, end, visitNumber),
      EVALUATIONS_PER_STEP,
    );
  }

  inSourceOrder(): T[] {
    const found: T[] = [];
    this.forEachRow((row) => found.push(row));
    return found;
  }

  /** Gives back what the view has for itself; it must not be asked any more. */
  release(): void {
    this.#bitmaps.close();
    this.#live.release();
  }

  releaseColumns(): void {
    this.#orders.release();
    this.#columns.release();
  }

  #localeOf(options: MemoryRequestOptions): string | undefined {
    return ownProperties(options).locale ?? this.#reading.locale;
  }

  #numbers(sortBy: CheckedSortBy, locale: string | undefined, asked: Asked): Task<readonly number[]> {
    return this.#orders.rows({ sortBy, context: this.#selection.context(sortBy, locale), ...asked });
  }

  /** What rows are ordered by, and the place to go on from. */
  #place(sortBy: CheckedSortBy, locale: string | undefined, { after }: MemoryPageOptions) {
    const values = this.#orders.valuesOf({ sortBy, context: this.#selection.context(sortBy, locale) });
    return { values, after: requirePosition(after, this.catalog, values) };
  }
}
