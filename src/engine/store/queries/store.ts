import { catalogFromRows } from "../../../catalog/rows/from-rows.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { planChanges, type ChangeResult, type Changes } from "./changes.ts";
import type { Column } from "../columns/build-column.ts";
import { Columns } from "../columns/columns.ts";
import type { ExplainedQuery } from "../../explain.ts";
import type { Facets } from "./facets.ts";
import { tryAllocate } from "../kernels/try-allocate.ts";
import { ArrayRowList, type RowList } from "../kernels/row-list.ts";
import { RowKeys, type RowKey } from "../members/row-keys.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { comparePages, Watchers, type PageChange } from "./watch.ts";
import type { MemoryQuery } from "./query.ts";
import type { Thresholds } from "../tasks/thresholds.ts";
import type { CollectionOptions, MemoryCollection, PrepareOptions } from "./collection-types.ts";
import type {
  FacetOptions,
  MemoryPage,
  MemoryPageOptions,
  MemoryReader,
  MemoryRequestOptions,
  Unreadable,
} from "./reader.ts";
import {
  AsCollection,
  type AsCollectionOptions,
  type PromisedCollection,
  type SteppedPage,
} from "./as-collection.ts";
import type { MinMax } from "./min-max.ts";
import { runNow, runInTimeSlices, runWhile, type Task } from "../tasks/task.ts";
import { View } from "./view.ts";

/** The rows of a collection at one moment. What comes later is in `rows` as well, beyond them. */
export interface FrozenRows {
  readonly catalog: Catalog;
  readonly rows: RowList;
  /** Rows that there are, those that went included. */
  readonly count: number;
  /** A bit for each that did not go, in whole vectors. */
  readonly live: Uint32Array;
}

/** Rows with their columns, whoever does the work on them. */
export class MemoryStore<T> implements MemoryCollection<T> {
  readonly catalog: Catalog;
  readonly #isPlain: boolean;
  readonly #kernels: Kernels;
  readonly #thresholds: Thresholds | undefined;
  readonly #locale: string | undefined;
  readonly #watchers = new Watchers();
  #view: View<T>;
  #keys: RowKeys | undefined;
  #snapshots = 0;
  /** How often rows were changed. */
  #changes = 0;

  constructor(rows: T[] | FrozenRows, options: CollectionOptions, kernels: Kernels, thresholds?: Thresholds) {
    const { catalog, locale, rows: kind } = options;
    this.catalog = Array.isArray(rows) ? (catalog ?? inferred(rows)) : rows.catalog;
    this.#locale = locale;
    this.#isPlain = kind === "plain";
    this.#kernels = kernels;
    this.#thresholds = thresholds;
    this.#view = Array.isArray(rows)
      ? this.#viewOf(new ArrayRowList(rows))
      : this.#viewOf(rows.rows, rows.live);
  }

  get size(): number {
    return this.#view.size;
  }

  unreadable(): Iterable<Unreadable<T>> {
    return this.#view.unreadable();
  }

  page(query: MemoryQuery, options: MemoryPageOptions = {}): MemoryPage<T> {
    return this.#view.page(query, options);
  }

  count(query: MemoryQuery, options: MemoryRequestOptions = {}): number {
    return this.#view.count(query, options);
  }

  all(query: MemoryQuery, options: MemoryRequestOptions = {}): readonly T[] {
    return this.#view.all(query, options);
  }

  stream(query: MemoryQuery, options: MemoryPageOptions = {}): Iterable<T> {
    return this.#view.stream(query, options);
  }

  prepare(query: MemoryQuery, options: MemoryRequestOptions = {}): void {
    this.#view.prepare(query, options);
  }

  async prepareInSlices(queries: Iterable<MemoryQuery>, options: PrepareOptions = {}): Promise<void> {
    const { locale, signal, milliseconds, onProgress, indexes = [], changes } = ownProperties(options);
    const works: (() => Task<unknown>)[] = [
      ...Array.from(queries, (query) => () => {
        return this.#ofOneState(query, { locale }, () => this.#view.prepareInSteps(query, { locale }));
      }),
      ...indexes.map((member) => () => this.#ofOneState({}, {}, () => this.#view.indexInSteps(member))),
      ...(changes === true ? [() => this.#keyIndexInSteps()] : []),
    ];
    for (const [prepared, work] of works.entries()) {
      onProgress?.({ prepared, of: works.length });
      await runInTimeSlices(work(), { signal, milliseconds });
    }
    onProgress?.({ prepared: works.length, of: works.length });
  }

  explain(query: MemoryQuery, options: MemoryPageOptions = {}): ExplainedQuery {
    return this.#view.explain(query, options);
  }

  facets(member: string, query: MemoryQuery, options: FacetOptions = {}): Facets {
    return this.#view.facets(member, query, options);
  }

  minMax(member: string, query: MemoryQuery, options: MemoryRequestOptions = {}) {
    return this.#view.minMax(member, query, options);
  }

  pageInSteps(query: MemoryQuery, options: MemoryPageOptions): Task<MemoryPage<T>> {
    return this.#ofOneState(query, options, () => this.#view.pageInSteps(query, options));
  }

  countInSteps(query: MemoryQuery, options: MemoryRequestOptions): Task<number> {
    return this.#ofOneState(query, options, () => this.#view.countInSteps(query, options));
  }

  *uncountedPageInSteps(query: MemoryQuery, options: MemoryPageOptions): Task<SteppedPage<T>> {
    const changes = this.#changes;
    const soon = yield* runWhile(this.#view.soonInSteps(query, options), () => this.#changes === changes);
    return soon?.value ?? (yield* this.pageInSteps(query, options));
  }

  streamInSteps(query: MemoryQuery, options: MemoryRequestOptions): Task<Iterable<T>> {
    return this.#ofOneState(query, options, () => this.#view.streamInSteps(query, options));
  }

  explainInSteps(query: MemoryQuery, options: MemoryRequestOptions): Task<ExplainedQuery> {
    return this.#ofOneState(query, options, () => this.#view.explainInSteps(query, options));
  }

  facetsInSteps(member: string, query: MemoryQuery, options: FacetOptions): Task<Facets> {
    return this.#ofOneState(query, options, () => this.#view.facetsInSteps(member, query, options));
  }

  boundsInSteps(member: string, query: MemoryQuery, options: MemoryRequestOptions): Task<MinMax | undefined> {
    return this.#ofOneState(query, options, () => this.#view.boundsInSteps(member, query, options));
  }

  asCollection(options: AsCollectionOptions = {}): PromisedCollection<T> {
    return new AsCollection(this, ownProperties(options));
  }

  insert(rows: readonly T[]): ChangeResult {
    return this.change({ insert: rows });
  }

  update(rows: readonly T[]): ChangeResult {
    return this.change({ update: rows });
  }

  upsert(rows: readonly T[]): ChangeResult {
    return this.change({ upsert: rows });
  }

  delete(keys: readonly RowKey[]): ChangeResult {
    return this.change({ delete: keys });
  }

  change(given: Changes<T>): ChangeResult {
    const changes = ownProperties(given);
    const needsKeys = [changes.update, changes.upsert, changes.delete].some((each) => each !== undefined);
    const keys = needsKeys || this.catalog.key !== undefined ? this.#keyIndex() : undefined;
    const planned = planChanges(changes, keys);
    if (!planned.ok) return planned;
    const { added, removed, inserted, updated, deletedKeys } = planned;
    const first = this.#view.change(added, removed);
    this.#changes++;
    planned.keys.forEach((key, i) => keys?.set(key, first + i));
    for (const key of deletedKeys) keys?.delete(key);
    this.#compact();
    this.#watchers.tell();
    return { ok: true, inserted, updated, deleted: deletedKeys.length };
  }

  snapshot(): MemoryReader<T> & { readonly close: () => void } {
    const view = this.#view.copy();
    let isOpen = true;
    this.#snapshots++;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      this.#snapshots--;
      view.release();
    };
    return Object.assign(view, { close });
  }

  /** What a file of the collection holds, as it is now. To be closed as a snapshot is. */
  freeze(): FrozenRows & { readonly columns: Columns; readonly close: () => void } {
    const { rows, columns } = this.#view;
    const live = this.#view.liveBits();
    this.#snapshots++;
    const close = () => {
      this.#snapshots--;
    };
    return { catalog: this.catalog, rows: columns.rows, count: rows, live, columns, close };
  }

  /** Takes in columns that were saved with the rows. */
  restore(columns: ReadonlyMap<string, Column>): void {
    for (const [key, column] of columns) this.#view.columns.restore(key, column);
  }

  watch(
    query: MemoryQuery,
    tell: (change: PageChange<T>) => void,
    options: MemoryRequestOptions = {},
  ): () => void {
    const keys = this.catalog.key === undefined ? undefined : this.#keyIndex();
    const keyOf = (row: T) => keys?.keyOf(row) ?? row;
    let before = this.page(query, options);
    const look = () => {
      const after = this.page(query, options);
      const change = comparePages(before, after, keyOf);
      before = after;
      if (change !== undefined) tell(change);
    };
    return this.#watchers.add(look);
  }

  bytes(): number {
    return this.#kernels.budget.bytes;
  }

  /**
   * Begins again where rows were changed, or columns let go, between two steps; where that goes on, it is done at once.
   */
  *#ofOneState<R>(query: MemoryQuery, options: MemoryRequestOptions, make: () => Task<R>): Task<R> {
    for (;;) {
      const view = this.#view;
      if ((yield* runWhile(view.columnsFor(query, options), () => this.#view === view)) !== undefined) break;
    }
    for (let begun = 0; begun < MOST_BEGUN; begun++) {
      const changes = this.#changes;
      const { columns } = this.#view;
      const { version } = columns;
      const isSame = () => this.#changes === changes && columns.version === version;
      const done = yield* runWhile(make(), isSame);
      if (done !== undefined) return done.value;
    }
    return runNow(make());
  }

  #viewOf(rows: RowList, live?: Uint32Array): View<T> {
    const columns = new Columns(rows, this.#kernels, this.#isPlain, this.#thresholds);
    return new View<T>(this.catalog, columns, { locale: this.#locale, isPlain: this.#isPlain }, live);
  }

  #keyIndex(): RowKeys {
    return this.#keys ?? runNow(this.#keyIndexInSteps());
  }

  /** Made when a change first needs it. Of rows that share a key, against what the catalog says, the last one has it. */
  *#keyIndexInSteps(): Task<RowKeys> {
    while (this.#keys === undefined) {
      const changes = this.#changes;
      const keys = new RowKeys(this.catalog, this.#isPlain);
      const visiting = this.#view.eachRowInSteps((row, number) => keys.set(keys.keyOf(row), number));
      // A change makes it itself, and goes on with it.
      if ((yield* runWhile(visiting, () => this.#changes === changes)) !== undefined) this.#keys ??= keys;
    }
    return this.#keys;
  }

  /** Rows that went are taken out of the columns when they are more than those that are left. */
  #compact(): void {
    const { size, rows } = this.#view;
    if (this.#snapshots > 0 || rows - size <= Math.max(size, MOST_GONE)) return;
    const before = this.#view;
    const after = tryAllocate(() => this.#viewOf(new ArrayRowList(before.inSourceOrder())));
    if (after === undefined) return;
    before.release();
    before.releaseColumns();
    this.#view = after;
    this.#keys = undefined;
  }
}

/** So often a request is begun in steps. */
const MOST_BEGUN = 4;

/** So many rows that went are no burden. */
const MOST_GONE = 65_536;

function inferred(rows: readonly unknown[]): Catalog {
  const { catalog, problems } = catalogFromRows(rows, { name: "rows" });
  if (catalog !== undefined) return catalog;
  throw new TypeError(`A collection needs a catalog: ${problems.map(({ message }) => message).join(" ")}`);
}
