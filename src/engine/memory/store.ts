import { catalogFromRows } from "../../catalog/from-rows.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Checked, CheckedFilter } from "../../checker/checked.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { Columns } from "./columns.ts";
import { compileVector } from "./compile-vector.ts";
import { bitmapOf } from "./growing.ts";
import type { Kernels, Slab } from "./kernels/kernels.ts";
import { readQuery, type MemoryQuery } from "./query.ts";
import { Scratch } from "./scratch.ts";
import { selectPage } from "./select-page.ts";
import { orderKeys } from "./sort-keys.ts";
import type { Tuning } from "./tuning.ts";
import { vectorContext, type VectorTest } from "./vector.ts";

export interface CollectionOptions {
  /** What the rows have. Default: inferred from them, as `catalogFromRows` does. */
  readonly catalog?: Catalog | undefined;
  /** The language tag whose collation and case rules apply; root order where there is none. */
  readonly locale?: string | undefined;
  /** What is known of the rows: see `EvaluateOptions.rows`. Default `any`. */
  readonly rows?: "any" | "plain" | undefined;
  /**
   * What works on columns: WebAssembly, or loops over typed arrays. Default `auto`: the former where it is there and
   * allowed. Both answer the same.
   */
  readonly kernels?: "auto" | "wasm" | "plain" | undefined;
}

export interface MemoryRequestOptions {
  /** Another locale than the collection's. */
  readonly locale?: string | undefined;
}

/** A page of a collection in memory. */
export interface MemoryPage<T> {
  readonly items: readonly T[];
  /** The index of the first item. */
  readonly start: number;
  /** Rows of a page: what was asked for, or the default, and not above the maximum. */
  readonly limit: number;
  /** All rows that the filter keeps, whatever page they are on. */
  readonly count: number;
}

/** Rows in memory that are asked for by pages. */
export interface MemoryCollection<T = unknown> {
  readonly catalog: Catalog;
  /** Rows that there are. */
  readonly size: number;
  /** One page, and how many rows there are in all. @throws RangeError, TypeError for what a program does wrong */
  readonly page: (query: MemoryQuery, options?: MemoryRequestOptions) => MemoryPage<T>;
  /** How many rows the filter keeps. */
  readonly count: (query: MemoryQuery, options?: MemoryRequestOptions) => number;
}

/** Rows with their columns, whoever does the work on them. */
export class MemoryStore<T> implements MemoryCollection<T> {
  readonly catalog: Catalog;
  readonly #locale: string | undefined;
  readonly #isPlain: boolean;
  readonly #kernels: Kernels;
  readonly #columns: Columns;
  readonly #scratch: Scratch;
  #live: Slab;
  #tests = new WeakMap<CheckedFilter, Compiled>();

  constructor(rows: T[], options: CollectionOptions, kernels: Kernels, tuning?: Tuning) {
    const { catalog, locale, rows: kind } = options;
    this.catalog = catalog ?? inferred(rows);
    this.#locale = locale;
    this.#isPlain = kind === "plain";
    this.#kernels = kernels;
    this.#columns = new Columns(rows, kernels, this.#isPlain, tuning);
    this.#scratch = new Scratch(this.#kernels);
    this.#live = bitmapOf(this.#kernels, rows.length, () => true);
  }

  get size(): number {
    return this.#kernels.popcount(this.#live, this.#live.bytes / 4);
  }

  page(query: MemoryQuery, options: MemoryRequestOptions = {}): MemoryPage<T> {
    const { filter, sortBy, start, limit } = readQuery(query, this.catalog);
    const { locale = this.#locale } = ownProperties(options);
    return this.#scratch.use(this.#live.bytes, (selected) => {
      const count = this.#select(filter, locale, selected);
      if (start >= count || limit === 0) return { items: [], start, limit, count };
      const keys = orderKeys(sortBy, this.#context(sortBy, locale));
      const rows = selectPage(
        selected.u32(),
        this.#columns.rows.length,
        count,
        keys,
        start,
        limit,
        this.#columns.tuning,
      );
      return { items: rows.map((row) => this.#columns.rows[row] as T), start, limit, count };
    });
  }

  count(query: MemoryQuery, options: MemoryRequestOptions = {}): number {
    const { filter } = readQuery(query, this.catalog);
    const { locale = this.#locale } = ownProperties(options);
    return this.#scratch.use(this.#live.bytes, (selected) => this.#select(filter, locale, selected));
  }

  /** Makes `out` the rows that a filter keeps; their number. */
  #select(filter: CheckedFilter | undefined, locale: string | undefined, out: Slab): number {
    const words = this.#live.bytes / 4;
    if (filter === undefined) out.u32().set(this.#live.u32().subarray(0, words));
    else this.#compiled(filter, locale).run(this.#live, out);
    return this.#kernels.popcount(out, words);
  }

  /** A filter that is asked again is compiled already, and knows what it has found out of the values. */
  #compiled(filter: CheckedFilter, locale: string | undefined): VectorTest {
    const known = this.#tests.get(filter);
    if (known?.locale === locale && known?.rows === this.#columns.rows.length) return known.test;
    const test = compileVector(filter.expression, this.#context(filter, locale)).isTrue();
    this.#tests.set(filter, { test, locale, rows: this.#columns.rows.length });
    return test;
  }

  #context(checked: Checked, locale: string | undefined) {
    return vectorContext(checked, this.#columns, this.#scratch, { locale, isPlain: this.#isPlain });
  }
}

interface Compiled {
  readonly test: VectorTest;
  readonly locale: string | undefined;
  /** The rows that there were. */
  readonly rows: number;
}

function inferred(rows: readonly unknown[]): Catalog {
  const { catalog, problems } = catalogFromRows(rows, { name: "rows" });
  if (catalog !== undefined) return catalog;
  throw new TypeError(`A collection needs a catalog: ${problems.map(({ message }) => message).join(" ")}`);
}
