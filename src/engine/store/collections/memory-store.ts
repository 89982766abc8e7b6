import type { Catalog } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { requireIdentity } from "../../request-reader.ts";
import { Columns } from "../columns/columns.ts";
import type { RestoredColumn, UnreadColumn } from "../columns/restored-columns.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { MemoryLimitError } from "../kernels/budget.ts";
import { ArrayRowList, RowPrefix, rowsOfBitmap, type RowList } from "../kernels/row-list.ts";
import { tryAllocate } from "../kernels/try-allocate.ts";
import { RowKeys, type RowKey } from "../members/row-keys.ts";
import type { MemoryQuery, MemoryQueryParts, MemoryRequestOptions } from "../queries/memory-query.ts";
import { memoryReader } from "../queries/memory-reader.ts";
import { page } from "../queries/page.ts";
import { needsColumns, prepare, prepareColumns, prepareIndex } from "../queries/prepare.ts";
import type { ChangingRows } from "../queries/store-requests.ts";
import { StoreState } from "../queries/store-state.ts";
import { runBriefly, runInTimeSlices, runNow, runWhile, type Task } from "../tasks/task.ts";
import type { Tuning } from "../tasks/unit-costs.ts";
import { inferCatalog } from "./infer-catalog.ts";
import { planChanges, type ChangeResult, type Changes } from "./changes.ts";
import type { CollectionOptions, MemorySnapshot, PrepareOptions } from "./memory-collection.ts";
import type { FrozenRows, StoredRows } from "./stored-rows.ts";
import { watchPage, Watchers, type PageChange } from "./watch.ts";

/** The current state of a collection, and the operations that change or replace it. */
export class MemoryStore<T> implements ChangingRows<T> {
  readonly catalog: Catalog;
  readonly #isPlain: boolean;
  #kernels: Kernels;
  readonly #tuning: Tuning | undefined;
  readonly locale: string | undefined;
  readonly identity: string | undefined;
  readonly #watchers = new Watchers();
  #state: StoreState<T>;
  #keys: RowKeys | undefined;
  #openSnapshots = 0;
  #changeCount = 0;
  #replacements = 0;
  #newer: (() => MemoryStore<T> | undefined) | undefined;
  /** Whether a request has columns of its own. */
  #hasOwnColumns = false;

  constructor(rows: T[] | StoredRows, options: CollectionOptions, kernels: Kernels, tuning?: Tuning) {
    const { catalog, locale, identity, rows: kind } = ownProperties(options);
    requireIdentity(identity);
    this.catalog = Array.isArray(rows) ? inferCatalog(rows, catalog) : rows.catalog;
    this.locale = locale;
    this.identity = identity;
    this.#isPlain = kind === "plain";
    this.#kernels = kernels;
    this.#tuning = tuning;
    const stored = Array.isArray(rows) ? { rows: new ArrayRowList(rows), live: undefined } : rows;
    this.#state = this.#stateOf(stored.rows, stored.live);
  }

  get state(): StoreState<T> {
    this.refresh();
    return this.#state;
  }

  /** Takes the rows of a newer store, if there is one. Running requests keep theirs. */
  refresh(): void {
    const newer = this.#newer?.();
    if (newer === undefined) return;
    this.#state = newer.#state;
    this.#kernels = newer.#kernels;
    this.#keys = undefined;
    this.#replacements++;
  }

  /** @param newer returns a store with the same catalog whose rows take the place of those of this one; undefined if there is none */
  follow(newer: () => MemoryStore<T> | undefined): void {
    this.#newer = newer;
  }

  get revision(): number {
    this.refresh();
    return this.#changeCount + this.#replacements;
  }

  /** Number of bytes reserved in addition to the rows. */
  get bytes(): number {
    return this.#kernels.budget.bytes;
  }

  async prepareInSlices(queries: Iterable<MemoryQuery>, options: PrepareOptions): Promise<void> {
    const { locale, signal, milliseconds, onProgress, indexes = [], changes } = ownProperties(options);
    const queryList = [...queries];
    const tasks: (() => Task<unknown>)[] = [
      ...queryList.map((query) => () => {
        return this.#prepare(query, { locale }, (state) => prepare(state, query, { locale }));
      }),
      ...indexes.map((member) => () => this.#prepare({}, {}, (state) => prepareIndex(state, member))),
      ...(changes === true ? [() => this.#buildKeys()] : []),
    ];
    const columns = this.#makeColumns((state) => prepareColumns(state, queryList, { locale }, indexes));
    for (const [prepared, task] of tasks.entries()) {
      onProgress?.({ prepared, of: tasks.length });
      if (prepared === 0) await runInTimeSlices(columns, { signal, milliseconds });
      await runInTimeSlices(task(), { signal, milliseconds });
    }
    onProgress?.({ prepared: tasks.length, of: tasks.length });
  }

  /**
   * Runs a task on one state of the rows. Starts the task again if rows change or columns are dropped before it ends.
   * After `MAX_STARTS` starts, runs it briefly without yielding, and then on columns of its own.
   */
  *consistent<R>(
    query: MemoryQueryParts,
    options: MemoryRequestOptions,
    run: (state: StoreState<T>) => Task<R>,
  ): Task<R> {
    this.refresh();
    if (needsColumns(this.#state, query, options))
      yield* this.#makeColumns((state) => prepareColumns(state, [query], options));
    // One request at a time has columns of its own, because they take memory.
    for (let starts = 0; starts < MAX_STARTS || this.#hasOwnColumns; starts++) {
      const attempt = yield* this.#start(options, run);
      if (attempt !== undefined) return attempt.value;
    }
    const state = this.#state;
    const result = runBriefly(state.columns.locales.keepDuring(state.localeOf(options), run(state)));
    return result === undefined ? yield* this.#runOnOwnColumns(options, run) : result.value;
  }

  /** Like `consistent`, for tasks that prepare the columns: after `MAX_STARTS` starts, they run without yielding. */
  *#prepare(
    query: MemoryQuery,
    options: MemoryRequestOptions,
    run: (state: StoreState<T>) => Task<void>,
  ): Task<void> {
    yield* this.#makeColumns((state) => prepareColumns(state, [query], options));
    for (let starts = 0; starts < MAX_STARTS; starts++)
      if ((yield* this.#start(options, run)) !== undefined) return;
    runNow(run(this.#state));
  }

  *#makeColumns(make: (state: StoreState<T>) => Task<void>): Task<void> {
    for (;;) {
      const state = this.#state;
      if ((yield* runWhile(make(state), () => this.#state === state)) !== undefined) return;
    }
  }

  /** Runs a task on the current rows. Returns undefined if they change, or columns are dropped, before it ends. */
  *#start<R>(
    options: MemoryRequestOptions,
    run: (state: StoreState<T>) => Task<R>,
  ): Task<{ readonly value: R } | undefined> {
    const changeCount = this.#changeCount;
    const { columns } = this.#state;
    const { version } = columns;
    const isSame = () => this.#changeCount === changeCount && columns.version === version;
    const task = columns.locales.keepDuring(this.#state.localeOf(options), run(this.#state));
    return yield* runWhile(task, isSame);
  }

  /** Runs a task on a copy of the current state with columns of its own, which later changes do not affect. */
  *#runOnOwnColumns<R>(options: MemoryRequestOptions, run: (state: StoreState<T>) => Task<R>): Task<R> {
    const { columns, live } = this.#state;
    let state: StoreState<T> | undefined;
    this.#hasOwnColumns = true;
    try {
      state = this.#stateOf(new RowPrefix(columns.rows, columns.rows.length), live.bits());
      return yield* state.columns.locales.keepDuring(state.localeOf(options), run(state));
    } catch (error) {
      if (!(error instanceof MemoryLimitError)) throw error;
    } finally {
      this.#hasOwnColumns = false;
      state?.release();
      state?.releaseColumns();
    }
    return runNow(run(this.#state));
  }

  *attempt<R>(options: MemoryRequestOptions, run: (state: StoreState<T>) => Task<R>): Task<R | undefined> {
    this.refresh();
    const changeCount = this.#changeCount;
    const { locales } = this.#state.columns;
    const task = locales.keepDuring(this.#state.localeOf(options), run(this.#state));
    return (yield* runWhile(task, () => this.#changeCount === changeCount))?.value;
  }

  /** Whether rows are found by key without building an index first. */
  get hasKeyIndex(): boolean {
    return this.#keys !== undefined;
  }

  /** Returns the live row of a key; undefined if there is none. @throws TypeError if the catalog has no key */
  rowOfKey(key: RowKey): T | undefined {
    this.refresh();
    const keys = this.#requireKeys();
    const number = keys.find(keys.normalize(key));
    return number === undefined ? undefined : (this.#state.columns.rows.at(number) as T);
  }

  /** Returns the live rows of this moment in the order of their numbers. Each row is read when the caller takes it. */
  readRows(): Iterable<T> {
    return rowsOfBitmap(this.#state.columns.rows, this.#state.live.bits()) as Iterable<T>;
  }

  change(rawChanges: Changes<T>): ChangeResult {
    const changes = ownProperties(rawChanges);
    const needsKeys = [changes.update, changes.upsert, changes.delete].some((list) => list !== undefined);
    const keys = needsKeys || this.catalog.key !== undefined ? this.#requireKeys() : undefined;
    const planned = planChanges(changes, keys);
    if (!planned.ok) return planned;
    const { added, removed, inserted, updated, deletedKeys } = planned;
    const first = this.#state.change(added, removed);
    this.#changeCount++;
    planned.keys.forEach((key, i) => keys?.set(key, first + i));
    for (const key of deletedKeys) keys?.delete(key);
    this.#compact();
    this.#watchers.notify();
    return { ok: true, inserted, updated, deleted: deletedKeys.length };
  }

  snapshot(): MemorySnapshot<T> {
    const state = this.state.copy();
    const closeSnapshot = this.#openSnapshot();
    let isClosed = false;
    const close = () => {
      isClosed = true;
      if (closeSnapshot()) state.release();
    };
    const openState = () => {
      if (isClosed) throw new TypeError("The snapshot is closed. Make a new one with collection.snapshot().");
      return state;
    };
    return Object.assign(memoryReader<T>(this.catalog, openState), { close });
  }

  /** Returns the current contents for a file. The caller must close the result, like a snapshot. */
  freeze(): FrozenRows & { readonly columns: Columns; readonly close: () => void } {
    const { columns, live, rowCount } = this.#state;
    return {
      catalog: this.catalog,
      rows: columns.rows,
      count: rowCount,
      live: live.bits(),
      columns,
      close: this.#openSnapshot(),
    };
  }

  /** Adds columns that were saved with the rows, by column key. */
  restore(columns: ReadonlyMap<string, RestoredColumn | UnreadColumn>): void {
    for (const [key, column] of columns) this.#state.columns.restore(key, column);
  }

  watch(
    query: MemoryQuery,
    onChange: (change: PageChange<T>) => void,
    options: MemoryRequestOptions,
  ): () => void {
    const keys = this.catalog.key === undefined ? undefined : this.#requireKeys();
    const keyOf = (row: T) => keys?.keyOf(row) ?? row;
    return watchPage(this.#watchers, () => runNow(page(this.#state, query, options)), keyOf, onChange);
  }

  /**
   * Keeps deleted rows in memory until the returned function is called, which returns whether this is its first call.
   */
  #openSnapshot(): () => boolean {
    let isOpen = true;
    this.#openSnapshots++;
    return () => {
      if (!isOpen) return false;
      isOpen = false;
      this.#openSnapshots--;
      return true;
    };
  }

  #stateOf(rows: RowList, live?: Uint32Array): StoreState<T> {
    const columns = new Columns(rows, this.#kernels, this.#isPlain, this.#tuning);
    const settings = { locale: this.locale, isPlain: this.#isPlain, identity: this.identity };
    return new StoreState<T>(this.catalog, columns, settings, live);
  }

  #requireKeys(): RowKeys {
    return this.#keys ?? runNow(this.#buildKeys());
  }

  /**
   * Builds the index of row keys on first use. If rows share a key, contrary to the catalog, the index has the last
   * of them.
   */
  *#buildKeys(): Task<RowKeys> {
    while (this.#keys === undefined) {
      const [changeCount, state] = [this.#changeCount, this.#state];
      const keys = new RowKeys(this.catalog, this.#isPlain);
      const visiting = keys.addAll(state.columns.rows, state.live);
      const isSame = () => this.#changeCount === changeCount && this.#state === state;
      // A change of rows during this task builds the index itself, and keeps it up to date.
      if ((yield* runWhile(visiting, isSame)) !== undefined) this.#keys ??= keys;
    }
    return this.#keys;
  }

  /** Rebuilds the state without tombstones when they outnumber the live rows. */
  #compact(): void {
    const before = this.#state;
    const tombstones = before.rowCount - before.size;
    if (this.#openSnapshots > 0 || tombstones <= Math.max(before.size, MIN_TOMBSTONES_TO_COMPACT)) return;
    const after = tryAllocate(() => this.#stateOf(new ArrayRowList(before.liveRows())));
    if (after === undefined) return;
    if (before.columns.background.isClosed) after.columns.background.close();
    before.release();
    before.releaseColumns();
    this.#state = after;
    this.#keys = undefined;
  }
}

/** Number of times that a task is started in time slices while rows change. */
const MAX_STARTS = 4;
const MIN_TOMBSTONES_TO_COMPACT = 65_536;
