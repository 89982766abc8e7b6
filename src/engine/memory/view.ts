import type { Catalog } from "../../catalog/types.ts";
import type { Checked, CheckedFilter } from "../../checker/checked.ts";
import { unreadableMembers } from "../../evaluator/unreadable.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { Value } from "../../values/types.ts";
import type { Columns } from "./columns.ts";
import { compileVector } from "./compile-vector.ts";
import { CompiledFilters } from "./compiled-filters.ts";
import { askedMember, countFacets, hasValue, orderOf, type Facets } from "./facets.ts";
import { eachRow, everyRow, setRows } from "./growing.ts";
import { bitmapBytes, wordsOf, type Slab } from "./kernels/kernels.ts";
import { readQuery, type MemoryQuery } from "./query.ts";
import type { FacetOptions, MemoryPage, MemoryReader, MemoryRequestOptions, Unreadable } from "./reader.ts";
import { Scratch } from "./scratch.ts";
import { selectPage } from "./orders/select-page.ts";
import { orderKeys } from "./orders/sort-keys.ts";
import { vectorContext, type VectorTest } from "./vector.ts";

interface Reading {
  readonly locale: string | undefined;
  readonly isPlain: boolean;
}

/** Those rows of some columns that are there: a bitmap, and how it is asked. */
export class View<T> implements MemoryReader<T> {
  readonly catalog: Catalog;
  readonly #columns: Columns;
  readonly #reading: Reading;
  readonly #scratch: Scratch;
  #live: Slab;
  #size: number | undefined;
  readonly #tests = new CompiledFilters();
  /** Where a page's rows are counted; as large as it ever had to be. */
  readonly #counts = { array: new Uint32Array(0) };

  constructor(catalog: Catalog, columns: Columns, reading: Reading, live?: Uint32Array) {
    this.catalog = catalog;
    this.#columns = columns;
    this.#reading = reading;
    this.#scratch = new Scratch(columns.kernels);
    if (live === undefined) {
      this.#live = everyRow(columns.kernels, columns.rows.length);
    } else {
      this.#live = columns.kernels.allocate(live.length * 4);
      this.#live.u32().set(live);
    }
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

  page(query: MemoryQuery, options: MemoryRequestOptions = {}): MemoryPage<T> {
    const { filter, sortBy, start, limit } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    return this.#select(filter, locale, (selected, count) => {
      const items = this.#ordered(selected, count, sortBy, locale, start, limit);
      return { items, start, limit, count };
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
    return this.#select(filter, locale, (selected, count) =>
      this.#ordered(selected, count, sortBy, locale, start, count),
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

  bounds(
    member: string,
    query: MemoryQuery,
    options: MemoryRequestOptions = {},
  ): { readonly least: Value; readonly most: Value } | undefined {
    const { filter } = readQuery(query, this.catalog);
    const locale = this.#localeOf(options);
    const asked = askedMember(this.catalog, member);
    const { kernels } = this.#columns;
    return this.#select(filter, locale, (selected) =>
      this.#scratch.use(selected.bytes, (present) => {
        this.#compiled(hasValue(member, asked), locale).run(selected, present);
        const count = kernels.popcount(present, present.bytes / 4);
        if (count === 0) return undefined;
        const order = orderOf(member, asked);
        const at = (start: number) => asked.read(this.#ordered(present, count, order, locale, start, 1)[0]);
        return { least: at(0), most: at(count - 1) };
      }),
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
    const { kernels, rows } = this.#columns;
    const first = rows.length;
    this.#columns.append(added);
    const live = kernels.allocate(bitmapBytes(rows.length));
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
    return new View<T>(this.catalog, this.#columns, this.#reading, this.liveBits());
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
    this.#scratch.release();
    this.#columns.kernels.release(this.#live);
  }

  releaseColumns(): void {
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
    const live = this.#live.u32();
    return found.filter((row) => row < this.#live.bytes * 8 && ((live[row >>> 5]! >>> (row & 31)) & 1) === 1);
  }

  /** Works with the bitmap of the rows that a filter keeps, and their number. */
  #select<R>(
    filter: CheckedFilter | undefined,
    locale: string | undefined,
    work: (selected: Slab, count: number) => R,
  ): R {
    const { kernels, rows } = this.#columns;
    const words = wordsOf(rows.length);
    const test = filter === undefined ? undefined : this.#compiled(filter, locale);
    const few = this.#few(filter, locale);
    return this.#scratch.use(words * 4, (selected) => {
      if (few !== undefined) {
        setRows(selected, few);
        return work(selected, few.length);
      }
      if (test === undefined) this.#copyLive(selected);
      else if (this.#live.bytes === words * 4) test.run(this.#live, selected);
      else {
        // Rows came since the view was made: it has none of them.
        this.#scratch.use(words * 4, (live) => {
          this.#copyLive(live);
          test.run(live, selected);
        });
      }
      return work(selected, kernels.popcount(selected, words));
    });
  }

  #copyLive(to: Slab): void {
    const bits = to.u32();
    bits.fill(0);
    bits.set(this.#live.u32().subarray(0, this.#live.bytes / 4));
  }

  #ordered(
    selected: Slab,
    count: number,
    sortBy: Parameters<typeof orderKeys>[0],
    locale: string | undefined,
    start: number,
    limit: number,
  ): T[] {
    if (start >= count || limit === 0) return [];
    const { rows, tuning } = this.#columns;
    const keys = orderKeys(sortBy, this.#context(sortBy, locale));
    const page = { start, limit };
    const found = selectPage(selected.u32(), rows.length, count, keys, page, tuning, this.#counts);
    return found.map((row) => rows.at(row) as T);
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
