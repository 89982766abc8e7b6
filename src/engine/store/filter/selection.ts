import type { Checked, CheckedFilter } from "../../../checker/checked.ts";
import type { Columns } from "../columns/columns.ts";
import { compileVector, makeColumns } from "./compile-filter.ts";
import { CompiledFilters } from "./compiled-filters.ts";
import { setRows } from "../kernels/growable-buffers.ts";
import { wordsOf, type Slab } from "../kernels/kernels.ts";
import type { LiveRows } from "../kernels/live-bitmap.ts";
import type { Scratch } from "../kernels/bitmap-pool.ts";
import type { Task } from "../tasks/task.ts";
import type { Test } from "../../../functions/definition/types.ts";
import {
  ASKING_ROWS,
  membersOf,
  rowOperand,
  runInSteps,
  vectorContext,
  type VectorTest,
} from "./row-test.ts";

/** How rows are read. */
export interface EvaluationSettings {
  readonly locale: string | undefined;
  readonly isPlain: boolean;
}

type Work<S, R> = (selected: S, count: number) => Task<R>;

/** Finds the rows that filters keep, among those that there are. */
export class Selection {
  readonly #columns: Columns;
  readonly #reading: EvaluationSettings;
  readonly #scratch: Scratch;
  readonly #live: LiveRows;
  readonly #tests = new CompiledFilters();

  constructor(columns: Columns, reading: EvaluationSettings, scratch: Scratch, live: LiveRows) {
    this.#columns = columns;
    this.#reading = reading;
    this.#scratch = scratch;
    this.#live = live;
  }

  /** Makes the columns that a filter needs. They hold whatever is changed meanwhile. */
  *makeColumns(filter: CheckedFilter, locale: string | undefined): Task<void> {
    if (this.#tests.has(filter, locale, this.#columns.version)) return;
    yield* makeColumns(filter.expression, this.context(filter, locale));
  }

  /** The number of rows that a filter keeps, if that is known without finding them. */
  countAll(filter: CheckedFilter | undefined, locale: string | undefined): number | undefined {
    if (filter === undefined) return this.#live.count;
    // What the columns hold is counted, so all of it must be there.
    const known = this.#isWhole ? this.#compiled(filter, locale).count?.() : undefined;
    return known ?? this.#few(filter, locale)?.length;
  }

  /** Works with the rows that a filter keeps, as a bitmap, or as their numbers if they are few and found at once. */
  *found<R>(
    filter: CheckedFilter | undefined,
    locale: string | undefined,
    work: Work<Slab | Uint32Array, R>,
  ): Task<R> {
    const few = this.#few(filter, locale);
    return yield* few === undefined ? this.select(filter, locale, work) : work(few, few.length);
  }

  /** Works with the bitmap of the rows that a filter keeps, and their number. */
  *select<R>(filter: CheckedFilter | undefined, locale: string | undefined, work: Work<Slab, R>): Task<R> {
    const { kernels, rows } = this.#columns;
    const words = wordsOf(rows.length);
    const { slab } = this.#live;
    if (filter === undefined && slab.bytes === words * 4) return yield* work(slab, this.#live.count);
    const few = this.#few(filter, locale);
    const test = filter === undefined ? undefined : this.#compiled(filter, locale);
    const keep = this.#keep.bind(this, test, words);
    return yield* this.#scratch.useInSteps(words * 4, function* (selected) {
      if (few !== undefined) {
        setRows(selected, few);
        return yield* work(selected, few.length);
      }
      yield* keep(selected);
      return yield* work(selected, kernels.popcount(selected, words));
    });
  }

  /** A filter as a test of one row. */
  testOf(filter: CheckedFilter, locale: string | undefined): Test {
    return rowOperand(filter.expression, this.context(filter, locale)).isTrue();
  }

  /**
   * So many rows are asked one by one at the most, for a page of some rows, before all of them are asked at once; 0 where
   * the page is likely not to be found so.
   */
  askedFirst(filter: CheckedFilter, locale: string | undefined, rows: number): number {
    const { earlyTerminationRows, earlyTerminationCostShare } = this.#columns.thresholds;
    const members = membersOf(filter.expression, this.context(filter, locale));
    // Columns that are not there cost more than these rows.
    if (!members.every((member) => this.#columns.has(member))) return earlyTerminationRows;
    const test = this.#compiled(filter, locale);
    const { cost, share = 1 } = test;
    const most = Math.min(
      earlyTerminationRows,
      ((cost * this.#columns.rows.length) / ASKING_ROWS) * earlyTerminationCostShare,
    );
    return test.few?.() !== undefined || rows / share > most ? 0 : Math.ceil(most);
  }

  context(checked: Checked, locale: string | undefined) {
    const { isPlain } = this.#reading;
    return vectorContext(checked, this.#columns, this.#scratch, { locale, isPlain });
  }

  get #isWhole(): boolean {
    return this.#live.count === this.#columns.rows.length;
  }

  /** The rows that a filter keeps, in any order, if they are few and found at once. */
  #few(filter: CheckedFilter | undefined, locale: string | undefined): Uint32Array | undefined {
    const found = filter === undefined ? undefined : this.#compiled(filter, locale).few?.();
    if (found === undefined || this.#isWhole) return found;
    return found.filter((row) => this.#live.has(row));
  }

  *#keep(test: VectorTest | undefined, words: number, selected: Slab): Task<void> {
    const live = this.#live;
    if (test === undefined) live.copyTo(selected);
    else if (live.slab.bytes === words * 4) yield* runInSteps(test, live.slab, selected);
    else {
      // Rows came since the view was made: it has none of them.
      yield* this.#scratch.useInSteps(words * 4, function* (bits) {
        live.copyTo(bits);
        yield* runInSteps(test, bits, selected);
      });
    }
  }

  #compiled(filter: CheckedFilter, locale: string | undefined): VectorTest {
    const make = () => compileVector(filter.expression, this.context(filter, locale)).isTrue();
    if (!this.#tests.has(filter, locale, this.#columns.version)) this.#columns.beginTurn();
    return this.#tests.get(filter, locale, this.#columns.version, make);
  }
}
