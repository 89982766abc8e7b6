import type { Catalog } from "../../catalog/types.ts";
import type { CheckedSortBy } from "../../checker/checked.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { Value } from "../../values/types.ts";
import type { Columns } from "./columns.ts";
import { askedMember, countFacets, hasValue, orderOf, type Facets } from "./facets.ts";
import { eachRow, everyRow } from "./growing.ts";
import { bitmapBytes, wordsOf, type Slab } from "./kernels/kernels.ts";
import { readQuery, requireCatalog, type MemoryQuery } from "./query.ts";
import type { Place } from "../cursor.ts";
import type {
  FacetOptions,
  MemoryPage,
  MemoryPageOptions,
  MemoryReader,
  MemoryRequestOptions,
  Unreadable,
} from "./reader.ts";
import { Selection, type Reading } from "./selection.ts";
import { Scratch } from "./scratch.ts";
import { requirePlace } from "./orders/require-place.ts";
import { Orders, type OrderedRequest } from "./orders/orders.ts";
import { atOnce, inOneStep, type Steps } from "./steps.ts";
import { unreadableRows } from "./unreadable-rows.ts";

/** Those rows of some columns that are there: a bitmap, and how it is asked. */
export class View<T> implements MemoryReader<T> {
  readonly catalog: Catalog;
  readonly #columns: Columns;
  readonly #reading: Reading;
  readonly #scratch: Scratch;
  #live: Slab;
  readonly #selection: Selection;
  readonly #orders: Orders;
  #size: number | undefined;

  /** @param live a bit for each row that the view has; all rows if there is none */
  constructor(
    catalog: Catalog,
    columns: Columns,
    reading: Reading,
    live?: Uint32Array,
    orders = new Orders(columns),
  ) {
    this.#orders = orders;
    this.catalog = catalog;
    this.#columns = columns;
    this.#reading = reading;
    this.#scratch = new Scratch(columns.kernels);
    this.#selection = new Selection(columns, reading, this.#scratch, this);
    if (live === undefined) this.#live = everyRow(columns.kernels, columns.rows.length);
    else {
      this.#live = columns.kernels.allocate(live.byteLength);
      this.#live.u32().set(live);
    }
  }

  /** A bit for each row that is there. */
  get live(): Slab {
    return this.#live;
  }

  get size(): number {
    this.#size ??= this.#columns.kernels.popcount(this.#live, this.#live.bytes / 4);
    return this.#size;
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
    return this.#live.u32().slice(0, this.#live.bytes / 4);
  }

  page(query: MemoryQuery, options: MemoryPageOptions = {}): MemoryPage<T> {
    return atOnce(this.pageInSteps(query, options));
  }

  count(query: MemoryQuery, options: MemoryRequestOptions = {}): number {
    return atOnce(this.countInSteps(query, options));
  }

  all(query: MemoryQuery, options: MemoryRequestOptions = {}): readonly T[] {
    return atOnce(this.allInSteps(query, options));
  }

  pageInSteps(query: MemoryQuery, options: MemoryPageOptions = {}): Steps<MemoryPage<T>> {
    const { filter, sortBy, start, limit } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const place = this.#place(sortBy, locale, options);
    const ordered = this.#ordered.bind(this, sortBy, locale);
    const placeOf = (row: T | undefined, index: number) => this.#placeOf(row, index, sortBy, locale);
    return this.#selection.select(filter, locale, function* (selected, count) {
      // One more than the page has tells whether there is another page.
      const rows = { selected, count, start, limit: limit === 0 ? 0 : limit + 1, after: place?.values };
      const items = yield* ordered(rows);
      const hasMore = items.length > limit;
      if (hasMore) items.length = limit;
      const first = (place?.index ?? 0) + start;
      const next = hasMore ? placeOf(items.at(-1), first + items.length) : undefined;
      return { items, start: first, limit, count, next };
    });
  }

  *countInSteps(query: MemoryQuery, options: MemoryRequestOptions = {}): Steps<number> {
    const { filter } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const counted = inOneStep((_: Slab, count: number) => count);
    return (
      this.#selection.countAll(filter, locale) ?? (yield* this.#selection.select(filter, locale, counted))
    );
  }

  allInSteps(query: MemoryQuery, options: MemoryRequestOptions = {}): Steps<readonly T[]> {
    const { filter, sortBy, start } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    return this.#selection.select(filter, locale, (selected, count) =>
      this.#ordered(sortBy, locale, { selected, count, start, limit: count }),
    );
  }

  /** Makes the columns that a filter needs. They hold whatever is changed meanwhile. */
  *columnsFor(query: MemoryQuery, options: MemoryRequestOptions = {}): Steps<void> {
    const { filter } = readQuery(query, this.catalog);
    if (filter === undefined) return;
    yield* this.#selection.makeColumns(filter, this.#localeOf(options));
  }

  /** Makes the column of a member, and writes its texts if they are to be searched. */
  *prepareMember(dotted: string, isSearched: boolean): Steps<void> {
    const { member, checked } = askedMember(this.catalog, dotted);
    const column = yield* this.#columns.make(member, checked);
    if (isSearched && column?.kind === "texts") yield* column.write();
  }

  /** Puts all rows in order, for the requests to come. */
  prepareOrder(sortBy: CheckedSortBy): Steps<void> {
    const checked = requireCatalog(sortBy, this.catalog);
    return this.#orders.prepare(checked, this.#selection.context(checked, this.#reading.locale));
  }

  facets(member: string, query: MemoryQuery, options: FacetOptions = {}): Facets {
    const { filter } = readQuery(query, this.catalog);
    const { limit = 100 } = ownProperties(options);
    const asked = askedMember(this.catalog, member);
    const column = this.#columns.get(asked.member, asked.checked);
    const count = (selected: Slab) => countFacets(selected.u32(), this.#columns.rows, asked, column, limit);
    return atOnce(this.#selection.select(filter, this.#localeOf(options), inOneStep(count)));
  }

  bounds(
    member: string,
    query: MemoryQuery,
    options: MemoryRequestOptions = {},
  ): { readonly least: Value; readonly most: Value } | undefined {
    const { filter } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const asked = askedMember(this.catalog, member);
    const { kernels } = this.#columns;
    const ofSelected = (selected: Slab) =>
      this.#scratch.use(selected.bytes, (present) => {
        this.#selection.compiled(hasValue(member, asked), locale).run(selected, present);
        const count = kernels.popcount(present, present.bytes / 4);
        if (count === 0) return undefined;
        const order = orderOf(member, asked);
        const at = (start: number) =>
          asked.read(atOnce(this.#ordered(order, locale, { selected: present, count, start, limit: 1 }))[0]);
        return { least: at(0), most: at(count - 1) };
      });
    return atOnce(this.#selection.select(filter, locale, inOneStep(ofSelected)));
  }

  unreadable(): Iterable<Unreadable<T>> {
    return unreadableRows(this.catalog, this.inSourceOrder());
  }

  /** Takes rows in, and others out; the number of the first that came. */
  change(added: readonly T[], removed: readonly number[]): number {
    const { kernels, rows } = this.#columns;
    const first = rows.length;
    const live = kernels.allocate(bitmapBytes(first + added.length));
    try {
      this.#columns.append(added);
    } catch (error) {
      kernels.release(live);
      throw error;
    }
    const bits = live.u32();
    bits.set(this.#live.u32().subarray(0, wordsOf(first)));
    for (let row = first; row < rows.length; row++) bits[row >>> 5]! |= 1 << (row & 31);
    for (const row of removed) bits[row >>> 5]! &= ~(1 << (row & 31));
    kernels.release(this.#live);
    this.#live = live;
    this.#size = undefined;
    return first;
  }

  /** The same rows, whatever becomes of this view. */
  copy(): View<T> {
    return new View<T>(this.catalog, this.#columns, this.#reading, this.liveBits(), this.#orders);
  }

  eachRow(visit: (row: T, number: number) => void): void {
    const { rows } = this.#columns;
    eachRow(this.#live.u32(), this.#live.bytes * 8, (number) => visit(rows.at(number) as T, number));
  }

  inSourceOrder(): T[] {
    const found: T[] = [];
    this.eachRow((row) => found.push(row));
    return found;
  }

  /** Gives back what the view has for itself; it must not be asked any more. */
  release(): void {
    this.#scratch.close();
    this.#columns.kernels.release(this.#live);
  }

  releaseColumns(): void {
    this.#orders.release();
    this.#columns.release();
  }

  #localeOf(options: MemoryRequestOptions): string | undefined {
    return ownProperties(options).locale ?? this.#reading.locale;
  }

  *#ordered(
    sortBy: CheckedSortBy,
    locale: string | undefined,
    asked: Omit<OrderedRequest, "sortBy" | "context">,
  ): Steps<T[]> {
    const { rows } = this.#columns;
    const request = { sortBy, context: this.#selection.context(sortBy, locale), ...asked };
    return (yield* this.#orders.rows(request)).map((row) => rows.at(row) as T);
  }

  #place(sortBy: CheckedSortBy, locale: string | undefined, options: MemoryPageOptions): Place | undefined {
    const { after } = ownProperties(options);
    if (after === undefined) return undefined;
    const { keys } = this.#orders.valuesOf({ sortBy, context: this.#selection.context(sortBy, locale) });
    return requirePlace(after, keys.length, this.catalog);
  }

  /** The place behind a row that is given last. */
  #placeOf(row: T | undefined, index: number, sortBy: CheckedSortBy, locale: string | undefined) {
    if (this.catalog.key === undefined || row === undefined) return undefined;
    const { read } = this.#orders.valuesOf({ sortBy, context: this.#selection.context(sortBy, locale) });
    return { values: read(row), index };
  }
}
