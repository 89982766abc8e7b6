import type { Catalog } from "../../catalog/types.ts";
import type { Checked, CheckedFilter, CheckedSortBy } from "../../checker/checked.ts";
import { unreadableMembers } from "../../evaluator/unreadable.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { Value } from "../../values/types.ts";
import type { Columns } from "./columns.ts";
import { compileVector } from "./compile-vector.ts";
import { CompiledFilters } from "./compiled-filters.ts";
import { explainFilter, type ExplainedQuery } from "./explain-query.ts";
import { askedMember, countFacets, orderOf, type Facets } from "./facets.ts";
import { eachRow, setRows } from "./growing.ts";
import { wordsOf, type Slab } from "./kernels/kernels.ts";
import { LiveRows } from "./live-rows.ts";
import { readQuery, type MemoryQuery } from "./query.ts";
import type {
  FacetOptions,
  MemoryPage,
  MemoryPageOptions,
  MemoryReader,
  MemoryRequestOptions,
  Unreadable,
} from "./reader.ts";
import { rowsAt } from "./rows.ts";
import { Scratch } from "./scratch.ts";
import { leastAndMost } from "./orders/bounds.ts";
import { keyTexts } from "./orders/known-order.ts";
import { Orders, type OrderedRequest } from "./orders/orders.ts";
import { placeBehind, requirePlace } from "./orders/places.ts";
import { atOnce } from "./steps.ts";
import { vectorContext, type VectorTest } from "./vector.ts";

interface Reading {
  readonly locale: string | undefined;
  readonly isPlain: boolean;
}

type Asked = Omit<OrderedRequest, "sortBy" | "context">;

/** Those rows of some columns that are there: a bitmap, and how it is asked. */
export class View<T> implements MemoryReader<T> {
  readonly catalog: Catalog;
  readonly #columns: Columns;
  readonly #reading: Reading;
  readonly #scratch: Scratch;
  readonly #live: LiveRows;
  readonly #tests = new CompiledFilters();
  readonly #orders: Orders;

  /** @param orders those of the same columns, if there are any */
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
    this.#live = new LiveRows(columns.kernels, columns.rows.length, live);
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
    const { filter, sortBy, start, limit } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const { values, after } = this.#place(sortBy, locale, ownProperties(options));
    return this.#found(filter, locale, (selected, count) => {
      // One more than the page has tells whether there is another page.
      const rows = { selected, count, start, limit: limit === 0 ? 0 : limit + 1, after: after?.values };
      const items = this.#ordered(sortBy, locale, rows);
      const hasMore = items.length > limit;
      if (hasMore) items.length = limit;
      const first = (after?.index ?? 0) + start;
      const next = hasMore ? placeBehind(items.at(-1), first + limit, this.catalog, values) : undefined;
      return { items, start: first, limit, count, next };
    });
  }

  count(query: MemoryQuery, options: MemoryRequestOptions = {}): number {
    const { filter } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const known = this.#countAll(filter, locale);
    return known ?? this.#select(filter, locale, (_, count) => count);
  }

  all(query: MemoryQuery, options: MemoryRequestOptions = {}): readonly T[] {
    const { filter, sortBy, start } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    return this.#found(filter, locale, (selected, count) =>
      this.#ordered(sortBy, locale, { selected, count, start, limit: count }),
    );
  }

  facets(member: string, query: MemoryQuery, options: FacetOptions = {}): Facets {
    const { filter } = readQuery(query, this.catalog);
    const { limit = 100 } = ownProperties(options);
    const asked = askedMember(this.catalog, member);
    const column = this.#columns.get(asked.member, asked.checked);
    return this.#select(filter, this.#localeOf(options), (selected) =>
      countFacets(selected.u32(), this.#columns.rows, asked, column, limit),
    );
  }

  stream(query: MemoryQuery, options: MemoryPageOptions = {}): Iterable<T> {
    const { filter, sortBy, start, asked } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const after = this.#place(sortBy, locale, ownProperties(options)).after?.values;
    const { rows } = this.#columns;
    const found = this.#found(filter, locale, (selected, count) =>
      this.#numbers(sortBy, locale, { selected, count, start, limit: asked ?? count, after }),
    );
    return rowsAt(rows, found) as Iterable<T>;
  }

  prepare(query: MemoryQuery, options: MemoryRequestOptions = {}): void {
    const { filter, sortBy } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    this.#select(filter, locale, () => undefined);
    atOnce(this.#orders.prepare(sortBy, this.#context(sortBy, locale)));
  }

  explain(query: MemoryQuery, options: MemoryPageOptions = {}): ExplainedQuery {
    const { filter, sortBy, start, limit } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const after = this.#place(sortBy, locale, ownProperties(options)).after?.values;
    const context = this.#context(sortBy, locale);
    const conditions =
      filter === undefined
        ? []
        : this.#select(undefined, locale, (live) =>
            explainFilter(filter, this.#context(filter, locale), live),
          );
    return this.#found(filter, locale, (selected, count) => {
      const path = this.#orders.path({ sortBy, context, selected, count, start, limit, after });
      return { size: this.size, count, filter: conditions, order: { path, keys: keyTexts(sortBy) } };
    });
  }

  bounds(
    member: string,
    query: MemoryQuery,
    options: MemoryRequestOptions = {},
  ): { readonly least: Value; readonly most: Value } | undefined {
    const { filter } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const asked = askedMember(this.catalog, member);
    const sortBy = orderOf(member, asked);
    const values = this.#orders.valuesOf({ sortBy, context: this.#context(sortBy, locale) });
    const column = this.#columns.get(asked.member, asked.checked);
    return this.#select(filter, locale, (selected) =>
      leastAndMost(selected.u32(), this.#columns.rows, column, values.keys[0]!),
    );
  }

  *unreadable(): Iterable<Unreadable<T>> {
    const membersOf = unreadableMembers(this.catalog);
    for (const [index, row] of this.inSourceOrder().entries()) {
      const members = membersOf(row);
      if (members.length > 0) yield { row, index, members };
    }
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

  eachRow(visit: (row: T, number: number) => void): void {
    const { rows } = this.#columns;
    const { slab } = this.#live;
    eachRow(slab.u32(), slab.bytes * 8, (number) => visit(rows.at(number) as T, number));
  }

  inSourceOrder(): T[] {
    const found: T[] = [];
    this.eachRow((row) => found.push(row));
    return found;
  }

  /** Gives back what the view has for itself; it must not be asked any more. */
  release(): void {
    this.#scratch.release();
    this.#live.release();
  }

  releaseColumns(): void {
    this.#orders.release();
    this.#columns.release();
  }

  #localeOf(options: MemoryRequestOptions): string | undefined {
    return ownProperties(options).locale ?? this.#reading.locale;
  }

  /** The number of rows that a filter keeps, if that is known without finding them. */
  #countAll(filter: CheckedFilter | undefined, locale: string | undefined): number | undefined {
    if (filter === undefined) return this.size;
    // What the columns hold is counted, so all of it must be there.
    const known = this.size === this.rows ? this.#compiled(filter, locale).count?.() : undefined;
    return known ?? this.#few(filter, locale)?.length;
  }

  /** The rows that a filter keeps, in any order, if they are few and found at once. */
  #few(filter: CheckedFilter | undefined, locale: string | undefined): Uint32Array | undefined {
    const found = filter === undefined ? undefined : this.#compiled(filter, locale).few?.();
    if (found === undefined || this.size === this.rows) return found;
    return found.filter((row) => this.#live.has(row));
  }

  /** Works with the rows that a filter keeps, as a bitmap, or as their numbers if they are few and found at once. */
  #found<R>(
    filter: CheckedFilter | undefined,
    locale: string | undefined,
    work: (selected: Slab | Uint32Array, count: number) => R,
  ): R {
    const few = this.#few(filter, locale);
    return few === undefined ? this.#select(filter, locale, work) : work(few, few.length);
  }

  /** Works with the bitmap of the rows that a filter keeps, and their number. */
  #select<R>(
    filter: CheckedFilter | undefined,
    locale: string | undefined,
    work: (selected: Slab, count: number) => R,
  ): R {
    const { kernels, rows } = this.#columns;
    const words = wordsOf(rows.length);
    const { slab } = this.#live;
    if (filter === undefined && slab.bytes === words * 4) return work(slab, this.size);
    const test = filter === undefined ? undefined : this.#compiled(filter, locale);
    const few = this.#few(filter, locale);
    return this.#scratch.use(words * 4, (selected) => {
      if (few !== undefined) {
        setRows(selected, few);
        return work(selected, few.length);
      }
      if (test === undefined) this.#live.copyTo(selected);
      else if (slab.bytes === words * 4) test.run(slab, selected);
      else {
        // Rows came since the view was made: it has none of them.
        this.#scratch.use(words * 4, (live) => {
          this.#live.copyTo(live);
          test.run(live, selected);
        });
      }
      return work(selected, kernels.popcount(selected, words));
    });
  }

  #ordered(sortBy: CheckedSortBy, locale: string | undefined, asked: Asked): T[] {
    const { rows } = this.#columns;
    return this.#numbers(sortBy, locale, asked).map((row) => rows.at(row) as T);
  }

  #numbers(sortBy: CheckedSortBy, locale: string | undefined, asked: Asked): readonly number[] {
    return atOnce(this.#orders.rows({ sortBy, context: this.#context(sortBy, locale), ...asked }));
  }

  /** What rows are ordered by, and the place to go on from. */
  #place(sortBy: CheckedSortBy, locale: string | undefined, { after }: MemoryPageOptions) {
    const values = this.#orders.valuesOf({ sortBy, context: this.#context(sortBy, locale) });
    return { values, after: requirePlace(after, this.catalog, values) };
  }

  #compiled(filter: CheckedFilter, locale: string | undefined): VectorTest {
    const make = () => compileVector(filter.expression, this.#context(filter, locale)).isTrue();
    return this.#tests.get(filter, locale, this.#columns.version, make);
  }

  #context(checked: Checked, locale: string | undefined) {
    const { isPlain } = this.#reading;
    return vectorContext(checked, this.#columns, this.#scratch, { locale, isPlain });
  }
}
