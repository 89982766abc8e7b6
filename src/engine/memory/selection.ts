import type { Checked, CheckedFilter } from "../../checker/checked.ts";
import type { Columns } from "./columns.ts";
import { compileVector, makeColumns } from "./compile-vector.ts";
import { CompiledFilters } from "./compiled-filters.ts";
import { setRows } from "./growing.ts";
import { wordsOf, type Slab } from "./kernels/kernels.ts";
import type { Scratch } from "./scratch.ts";
import type { Steps } from "./steps.ts";
import { runInSteps, vectorContext, type VectorTest } from "./vector.ts";

/** How rows are read. */
export interface Reading {
  readonly locale: string | undefined;
  readonly isPlain: boolean;
}

/** What rows there are: a bitmap, and their number. */
export interface Living {
  readonly live: Slab;
  readonly size: number;
}

/** Finds the rows that filters keep, among those that there are. */
export class Selection {
  readonly #columns: Columns;
  readonly #reading: Reading;
  readonly #scratch: Scratch;
  readonly #view: Living;
  readonly #tests = new CompiledFilters();

  constructor(columns: Columns, reading: Reading, scratch: Scratch, view: Living) {
    this.#columns = columns;
    this.#reading = reading;
    this.#scratch = scratch;
    this.#view = view;
  }

  /** Makes the columns that a filter needs. They hold whatever is changed meanwhile. */
  *makeColumns(filter: CheckedFilter, locale: string | undefined): Steps<void> {
    if (this.#tests.has(filter, locale, this.#columns.version)) return;
    yield* makeColumns(filter.expression, this.context(filter, locale));
  }

  /** The number of rows that a filter keeps, if that is known without finding them. */
  countAll(filter: CheckedFilter | undefined, locale: string | undefined): number | undefined {
    if (filter === undefined) return this.#view.size;
    // What the columns hold is counted, so all of it must be there.
    const known =
      this.#view.size === this.#columns.rows.length ? this.compiled(filter, locale).count?.() : undefined;
    return known ?? this.#few(filter, locale)?.length;
  }

  /** The rows that a filter keeps, in any order, if they are few and found at once. */
  #few(filter: CheckedFilter | undefined, locale: string | undefined): Uint32Array | undefined {
    const found = filter === undefined ? undefined : this.compiled(filter, locale).few?.();
    if (found === undefined || this.#view.size === this.#columns.rows.length) return found;
    const live = this.#view.live.u32();
    return found.filter(
      (row) => row < this.#view.live.bytes * 8 && ((live[row >>> 5]! >>> (row & 31)) & 1) === 1,
    );
  }

  /** Works with the bitmap of the rows that a filter keeps, and their number. */
  *select<R>(
    filter: CheckedFilter | undefined,
    locale: string | undefined,
    work: (selected: Slab, count: number) => Steps<R>,
  ): Steps<R> {
    const { kernels, rows } = this.#columns;
    const words = wordsOf(rows.length);
    if (filter === undefined && this.#view.live.bytes === words * 4)
      return yield* work(this.#view.live, this.#view.size);
    const few = this.#few(filter, locale);
    if (few !== undefined) {
      return yield* this.#scratch.useInSteps(words * 4, (selected) => {
        setRows(selected, few);
        return work(selected, few.length);
      });
    }
    const test = filter === undefined ? undefined : this.compiled(filter, locale);
    const keep = this.#keep.bind(this, test, words);
    return yield* this.#scratch.useInSteps(words * 4, function* (selected) {
      yield* keep(selected);
      return yield* work(selected, kernels.popcount(selected, words));
    });
  }

  *#keep(test: VectorTest | undefined, words: number, selected: Slab): Steps<void> {
    if (test === undefined) this.#copyLive(selected);
    else if (this.#view.live.bytes === words * 4) yield* runInSteps(test, this.#view.live, selected);
    else {
      // Rows came since the view was made: it has none of them.
      const copyLive = this.#copyLive.bind(this);
      yield* this.#scratch.useInSteps(words * 4, function* (live) {
        copyLive(live);
        yield* runInSteps(test, live, selected);
      });
    }
  }

  #copyLive(to: Slab): void {
    const bits = to.u32();
    bits.fill(0);
    bits.set(this.#view.live.u32().subarray(0, this.#view.live.bytes / 4));
  }

  compiled(filter: CheckedFilter, locale: string | undefined): VectorTest {
    const make = () => compileVector(filter.expression, this.context(filter, locale)).isTrue();
    return this.#tests.get(filter, locale, this.#columns.version, make);
  }

  context(checked: Checked, locale: string | undefined) {
    const { isPlain } = this.#reading;
    return vectorContext(checked, this.#columns, this.#scratch, { locale, isPlain });
  }
}
