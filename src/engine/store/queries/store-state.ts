import type { Catalog } from "../../../catalog/types.ts";
import type { Checked, CheckedSortBy } from "../../../checker/checked.ts";
import { requestLocale } from "../../../collation/locale/resolve-locale.ts";
import type { SortValues } from "../../../evaluator/comparator.ts";
import { hasOwn, ownProperties } from "../../../values/own-properties.ts";
import {
  readPosition,
  toPositionValue,
  type CursorPosition,
  type RowPosition,
} from "../../cursor-position.ts";
import { fingerprintOf } from "../../query-identity.ts";
import type { Columns } from "../columns/columns.ts";
import type { FilterContext } from "../filter/row-test.ts";
import { Selection, type EvaluationSettings } from "../filter/selection.ts";
import { BitmapPool } from "../kernels/bitmap-pool.ts";
import { forEachRowBetween } from "../kernels/growable-buffers.ts";
import { LiveBitmap } from "../kernels/live-bitmap.ts";
import { Orders } from "../order/orders.ts";
import { eachBatch, EVALUATIONS_PER_STEP, runNow, type Task } from "../tasks/task.ts";
import {
  readMemoryQuery,
  type MemoryQuery,
  type MemoryRequestOptions,
  type ReadQuery,
} from "./memory-query.ts";

export interface LocalizedQuery extends ReadQuery {
  readonly locale: string | undefined;
}

export interface QueryOrder {
  /** Identifies the order in `StoreState.orders`. */
  readonly key: { readonly sortBy: CheckedSortBy; readonly context: FilterContext };
  readonly values: SortValues;
  readonly after: RowPosition | undefined;
}

interface StoreSettings extends EvaluationSettings {
  /** Text that cursor positions are bound to, in addition to the query. */
  readonly identity?: string | undefined;
}

/**
 * Columns of a collection and a bitmap of its live rows, from which query verbs read. Copies share the columns; each
 * copy has its own bitmap.
 */
export class StoreState<T> {
  readonly catalog: Catalog;
  readonly columns: Columns;
  readonly live: LiveBitmap;
  readonly selection: Selection;
  readonly orders: Orders;
  readonly #settings: StoreSettings;
  readonly #bitmaps: BitmapPool;

  /**
   * @param live bitmap with a bit set per live row; default: all rows
   * @param orders cached orders of the same columns
   */
  constructor(
    catalog: Catalog,
    columns: Columns,
    settings: StoreSettings,
    live?: Uint32Array,
    orders = new Orders(columns),
  ) {
    this.catalog = catalog;
    this.columns = columns;
    this.live = new LiveBitmap(columns.kernels, columns.rows.length, live);
    this.orders = orders;
    this.#settings = settings;
    this.#bitmaps = new BitmapPool(columns.kernels);
    this.selection = new Selection(columns, settings, this.#bitmaps, this.live);
  }

  /** Number of live rows. */
  get size(): number {
    return this.live.count;
  }

  /** Number of rows, tombstones included. */
  get rowCount(): number {
    return this.columns.rows.length;
  }

  rowsAt(numbers: readonly number[]): T[] {
    return numbers.map((number) => this.columns.rows.at(number) as T);
  }

  /**
   * @throws RangeError and TypeError for a wrong query
   * @throws TypeError for the option `cursor`, which only the methods of `asCollection()` read
   */
  read(query: MemoryQuery, options: MemoryRequestOptions): LocalizedQuery {
    if (hasOwn(options, "cursor"))
      throw new TypeError(
        "This method takes a cursor position as `after`. Only the pages of `asCollection()` take a `cursor`.",
      );
    const locale = this.localeOf(options);
    this.columns.locales.use(locale);
    return { ...readMemoryQuery(query, this.catalog), locale };
  }

  /** Returns the resolved locale of a request. */
  localeOf(options: MemoryRequestOptions): string | undefined {
    return requestLocale(ownProperties(options).locale ?? this.#settings.locale);
  }

  contextOf(checked: Checked, locale: string | undefined): FilterContext {
    return this.selection.context(checked, locale);
  }

  /** @throws TypeError for a cursor position that does not fit the order */
  orderOf(query: LocalizedQuery, after?: CursorPosition): QueryOrder {
    const { sortBy, locale } = query;
    const key = { sortBy, context: this.contextOf(sortBy, locale) };
    const values = this.orders.valuesOf(sortBy, key.context);
    return { key, values, after: this.#readPosition(after, query, values) };
  }

  /** Returns the cursor position of a row; undefined if the catalog has no key. */
  positionOf(query: LocalizedQuery, { values, index }: RowPosition): CursorPosition | undefined {
    if (this.catalog.key === undefined) return undefined;
    return { values: values.map(toPositionValue), index, query: this.#fingerprintOf(query) };
  }

  #fingerprintOf(query: LocalizedQuery): string {
    return fingerprintOf({ ...query, identity: this.#settings.identity });
  }

  #readPosition(
    position: CursorPosition | undefined,
    query: LocalizedQuery,
    { keys }: SortValues,
  ): RowPosition | undefined {
    if (position === undefined) return undefined;
    if (this.catalog.key === undefined)
      throw new TypeError(
        `Pages after a cursor position need a key: the catalog ${this.catalog.name} has none.`,
      );
    return readPosition(
      position,
      keys.map(({ type }) => type),
      this.#fingerprintOf(query),
    );
  }

  /** Inserts and deletes rows. Returns the number of the first inserted row. */
  change(inserted: readonly T[], deleted: readonly number[]): number {
    const { rows } = this.columns;
    const first = rows.length;
    this.columns.append(inserted);
    this.live.change(first, rows.length, deleted);
    return first;
  }

  /** Returns a copy of the state, which later changes do not affect. */
  copy(): StoreState<T> {
    return new StoreState<T>(this.catalog, this.columns, this.#settings, this.live.bits(), this.orders);
  }

  /** Visits the live rows in insertion order. */
  visitRows(visit: (row: T, number: number) => void): Task<void> {
    const { rows } = this.columns;
    return this.visitNumbers((number) => visit(rows.at(number) as T, number));
  }

  /** Like `visitRows`, without parsing the rows. */
  visitNumbers(visit: (number: number) => void): Task<void> {
    const { slab } = this.live;
    return eachBatch(
      slab.bytes * 8,
      (from, end) => forEachRowBetween(slab.u32(), from, end, visit),
      EVALUATIONS_PER_STEP,
    );
  }

  /** Returns the live rows in insertion order. */
  liveRows(): T[] {
    const rows: T[] = [];
    runNow(this.visitRows((row) => rows.push(row)));
    return rows;
  }

  /** Releases the bitmaps; the state must not be used afterwards. */
  release(): void {
    this.#bitmaps.close();
    this.live.release();
  }

  /** Releases the columns and orders, which copies share. */
  releaseColumns(): void {
    this.orders.release();
    this.columns.release();
  }
}
