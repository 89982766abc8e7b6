import type { Checked, CheckedFilter } from "../../../checker/checked.ts";
import type { Columns, MemberOfChecked } from "../columns/columns.ts";
import { columnTargets, compileTest } from "./compile-filter.ts";
import { CompiledShapes } from "./compiled-shapes.ts";
import { writeBitmap } from "../kernels/growable-buffers.ts";
import { bitmapWordCount, type Slab } from "../kernels/kernels.ts";
import type { LiveBitmap } from "../kernels/live-bitmap.ts";
import type { BitmapPool } from "../kernels/bitmap-pool.ts";
import type { Task } from "../tasks/task.ts";
import type { Test } from "../../../functions/definition/types.ts";
import { membersOf, rowOperand, runTest, filterContext, type ColumnTest } from "./row-test.ts";
import { memberOf } from "../../../values/own-properties.ts";

export interface EvaluationSettings {
  readonly locale: string | undefined;
  readonly isPlain: boolean;
}

type Work<S, R> = (selected: S, count: number) => Task<R>;

/** Finds the live rows that match a filter. */
export class Selection {
  readonly #columns: Columns;
  readonly #settings: EvaluationSettings;
  readonly #bitmaps: BitmapPool;
  readonly #live: LiveBitmap;
  readonly #shapes = new CompiledShapes();

  constructor(columns: Columns, settings: EvaluationSettings, bitmaps: BitmapPool, live: LiveBitmap) {
    this.#columns = columns;
    this.#settings = settings;
    this.#bitmaps = bitmaps;
    this.#live = live;
  }

  /** Returns the members whose columns a filter needs; none if a compiled test has them. */
  columnTargets(filter: CheckedFilter, locale: string | undefined): readonly MemberOfChecked[] {
    if (this.hasTest(filter, locale)) return [];
    return columnTargets(filter.expression, this.context(filter, locale));
  }

  /** Returns whether the columns of a filter exist, because it, or another filter of its shape, is compiled. */
  hasTest(filter: CheckedFilter, locale: string | undefined): boolean {
    const { locales, version } = this.#columns;
    return this.#shapes.has(filter, locales.use(locale), version);
  }

  /** Returns the number of live rows that match, or undefined if counting requires finding the rows. */
  *countAll(filter: CheckedFilter | undefined, locale: string | undefined): Task<number | undefined> {
    if (filter === undefined) return this.#live.count;
    const test = yield* this.#prepareTest(filter, locale);
    // Tests also count deleted rows, so their count is correct only if there are none.
    const count = this.#isWhole ? memberOf(test, "count")?.call(test) : undefined;
    return count ?? (yield* this.#indexedRows(test))?.length;
  }

  /** Passes the matching live rows to `work`: as a bitmap, or as row numbers if an index finds few rows. */
  *selectRows<R>(
    filter: CheckedFilter | undefined,
    locale: string | undefined,
    work: Work<Slab | Uint32Array, R>,
  ): Task<R> {
    const test = filter && (yield* this.#prepareTest(filter, locale));
    const indexedRows = yield* this.#indexedRows(test);
    return yield* indexedRows === undefined
      ? this.#selectBits(test, indexedRows, work)
      : work(indexedRows, indexedRows.length);
  }

  *selectBitmap<R>(
    filter: CheckedFilter | undefined,
    locale: string | undefined,
    work: Work<Slab, R>,
  ): Task<R> {
    const test = filter && (yield* this.#prepareTest(filter, locale));
    return yield* this.#selectBits(test, yield* this.#indexedRows(test), work);
  }

  *#selectBits<R>(
    test: ColumnTest | undefined,
    indexedRows: Uint32Array | undefined,
    work: Work<Slab, R>,
  ): Task<R> {
    const bitmapWords = bitmapWordCount(this.#columns.rows.length);
    const { slab } = this.#live;
    if (test === undefined && slab.bytes === bitmapWords * 4) return yield* work(slab, this.#live.count);
    return yield* this.#bitmaps.useInTask(bitmapWords * 4, (selected) => {
      if (indexedRows === undefined) return this.#keepAndWork(test, bitmapWords, selected, work);
      writeBitmap(selected, indexedRows);
      return work(selected, indexedRows.length);
    });
  }

  *#keepAndWork<R>(
    test: ColumnTest | undefined,
    bitmapWords: number,
    selected: Slab,
    work: Work<Slab, R>,
  ): Task<R> {
    yield* this.#keep(test, bitmapWords, selected);
    return yield* work(selected, this.#columns.kernels.popcount(selected, bitmapWords));
  }

  testOf(filter: CheckedFilter, locale: string | undefined): Test {
    return rowOperand(filter.expression, this.context(filter, locale)).isTrue();
  }

  /**
   * Returns how many rows to test one by one before the whole filter is evaluated. Returns 0 if these rows
   * would probably not fill a page.
   */
  *rowsToTestFirst(filter: CheckedFilter, locale: string | undefined, rows: number): Task<number> {
    const { setUp, columnRow, readValue } = this.#columns.tuning;
    const maxTested = (EARLY_SET_UPS * setUp) / readValue;
    const members = membersOf(filter.expression, this.context(filter, locale));
    // Building the missing columns costs more than testing these rows.
    if (!members.every((member) => this.#columns.has(member))) return Math.ceil(maxTested);
    const test = yield* this.#compileTest(filter, locale);
    const share = memberOf(test, "selectivity") ?? 1;
    const fullCost = test.cost * this.#columns.rows.length * columnRow;
    const max = Math.min(maxTested, (fullCost * EARLY_SHARE) / readValue);
    if (rows / share > max || (yield* indexedRowsOf(test)) !== undefined) return 0;
    return Math.ceil(max);
  }

  context(checked: Checked, locale: string | undefined) {
    const { isPlain } = this.#settings;
    return filterContext(checked, this.#columns, this.#bitmaps, { locale, isPlain });
  }

  get #isWhole(): boolean {
    return this.#live.count === this.#columns.rows.length;
  }

  /** Returns the matching live rows, unsorted, or undefined unless an index finds few rows. */
  *#indexedRows(test: ColumnTest | undefined): Task<Uint32Array | undefined> {
    const rows = test && (yield* indexedRowsOf(test));
    if (rows === undefined || this.#isWhole) return rows;
    return rows.filter((row) => this.#live.has(row));
  }

  *#keep(test: ColumnTest | undefined, bitmapWords: number, selected: Slab): Task<void> {
    const live = this.#live;
    if (test === undefined) live.copyTo(selected);
    else if (live.slab.bytes === bitmapWords * 4) yield* runTest(test, live.slab, selected);
    else {
      // Extend the live bitmap with zeros, because it lacks rows that were inserted after the snapshot.
      yield* this.#bitmaps.useInTask(bitmapWords * 4, (bits) => {
        live.copyTo(bits);
        return runTest(test, bits, selected);
      });
    }
  }

  *#prepareTest(filter: CheckedFilter, locale: string | undefined): Task<ColumnTest> {
    const test = yield* this.#compileTest(filter, locale);
    const prepare = memberOf(test, "prepare");
    if (prepare !== undefined) yield* prepare.call(test);
    return test;
  }

  *#compileTest(filter: CheckedFilter, locale: string | undefined): Task<ColumnTest> {
    const { locales, version: before } = this.#columns;
    const use = locales.use(locale);
    const compiledTest = this.#shapes.testOf(filter, use, before);
    if (compiledTest !== undefined) return compiledTest;
    this.#columns.beginRequest();
    const { version } = this.#columns;
    // The columns of a known shape exist.
    if (!this.#shapes.has(filter, use, version))
      yield* this.#columns.buildAll(columnTargets(filter.expression, this.context(filter, locale)));
    const conditions = this.#shapes.conditionsOf(filter, use, version);
    const test = yield* compileTest(filter.expression, this.context(filter, locale), conditions);
    if (this.#columns.version === version) conditions.keep(test);
    return test;
  }
}

/** Tests of single rows take at most this share of the time of the whole filter, because they may be in vain. */
const EARLY_SHARE = 0.1;
/** Passes that take as long to set up as the longest tests of single rows. */
const EARLY_SET_UPS = 256;

function* indexedRowsOf(test: ColumnTest): Task<Uint32Array | undefined> {
  const indexedRows = memberOf(test, "indexedRows");
  return indexedRows === undefined ? undefined : yield* indexedRows.call(test);
}
