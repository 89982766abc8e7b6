import type { AsyncCollectionOptions } from "../../../engine/store/queries/store-requests.ts";
import { storeOf } from "../../../engine/store/collections/collection-of-store.ts";
import type { MemoryCollection } from "../../../engine/store/collections/memory-collection.ts";
import type { MemoryStore } from "../../../engine/store/collections/memory-store.ts";
import { runInTimeSlices } from "../../../engine/store/tasks/task.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { ownDataProperty } from "../../../values/read-path.ts";
import type { ChangeJournal, VersionedChange } from "../../contract/change-journal.ts";
import type {
  ChangeOptions,
  CreateOptions,
  CreateOutcome,
  DeleteOutcome,
  IdempotencyKey,
  ReplaceOutcome,
  RowStore,
  StoredRow,
  StoreKey,
  VersionCondition,
} from "../../contract/row-store.ts";
import { ChangeListeners } from "../change-listeners.ts";
import { IntegerKeys } from "./integer-keys.ts";
import { newVersion } from "../row-version.ts";
import { UniqueValues } from "./unique-values.ts";
import { getOrInsert } from "../../../values/caches/get-or-insert.ts";

export interface MemoryStoreOptions extends AsyncCollectionOptions {
  /** Sets of members whose values identify a row, in addition to the key, such as `[["domain", "name"]]`. */
  readonly unique?: readonly (readonly string[])[] | undefined;
  /** Records each change. Default: changes are not recorded. */
  readonly journal?: ChangeJournal | undefined;
}

/**
 * Creates a store over a collection in memory. Versions last as long as the process. Changes that the program makes through
 * the collection change versions too, but are not reported by `watch`, and ignore `unique`.
 *
 * @throws TypeError if the catalog of the collection has no key, and for unknown members in `unique`
 * @example
 * const store = memoryStore(createCollection(rows, { catalog }));
 * defineResource({ path: "/reports", store });
 */
export function memoryStore<T extends object>(
  collection: MemoryCollection<T>,
  options: MemoryStoreOptions = {},
): RowStore<T> {
  const ownOptions = ownProperties(options);
  const store = storeOf(collection);
  if (store === undefined)
    throw new TypeError("memoryStore expects a collection made by createCollection or openCollection.");
  if (ownOptions.journal !== undefined && !insertions.has(ownOptions.journal.store))
    throw new TypeError(
      "The store of a journal must be made by the same function as the store that it records.",
    );
  return new MemoryRows(collection, store, ownOptions).port();
}

interface RememberedKey {
  readonly digest: string;
  readonly row: StoreKey;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Whether the row is deleted. A later row can have its key. */
  isDeleted: boolean;
}

/** Functions that insert a row into a store, and return whether it was inserted. */
const insertions = new WeakMap<object, (row: object) => boolean>();

const IDEMPOTENCY_MILLISECONDS = 24 * 3_600_000;

class MemoryRows<T extends object> {
  readonly #collection: MemoryCollection<T>;
  readonly #store: MemoryStore<T>;
  readonly #options: MemoryStoreOptions;
  readonly #keyProperty: string;
  /** Versions by row object: each change makes a new object. */
  readonly #versions = new WeakMap<T, string>();
  readonly #listeners = new ChangeListeners();
  /** Oldest first. */
  readonly #idempotency = new Map<string, RememberedKey>();
  /** By the key of the row that they have created, until it is deleted. */
  readonly #rememberedRows = new Map<StoreKey, RememberedKey>();
  readonly #unique: UniqueValues;
  /** Undefined while no index is being built. */
  #preparing: Promise<void> | undefined;
  /** Undefined if the key is not an integer. */
  readonly #integerKeys: IntegerKeys | undefined;

  constructor(collection: MemoryCollection<T>, store: MemoryStore<T>, options: MemoryStoreOptions) {
    const { catalog } = collection;
    const key = catalog.key === undefined ? undefined : catalog.members.byName.get(catalog.key);
    if (key === undefined)
      throw new TypeError(`A store requires a key, and the catalog ${catalog.name} has none.`);
    this.#collection = collection;
    this.#store = store;
    this.#options = options;
    this.#keyProperty = key.property;
    if (key.type === "integer")
      this.#integerKeys = new IntegerKeys(
        collection,
        () => store.readRows(),
        key.property,
        options.milliseconds,
      );
    this.#unique = new UniqueValues(catalog, options.unique ?? [], () => store.readRows());
  }

  port(): RowStore<T> {
    const port: RowStore<T> = {
      collection: this.#collection.asCollection(this.#options),
      read: (key) => this.#whenReady(() => this.#read(key)),
      create: (row, createOptions) => this.#createRow(row, createOptions),
      replace: (key, row, condition, { check } = {}) =>
        this.#whenReady(() => this.#replace(key, row, condition, check)),
      delete: (key, condition) => this.#whenReady(() => this.#delete(key, condition)),
      unique: this.#options.unique ?? [],
      watch: (onChange) => this.#listeners.add(onChange),
    };
    insertions.set(port, (row) => this.#createNow(row as T).kind === "created");
    return port;
  }

  /** Runs work that finds rows by key or by unique values, once their indexes exist. */
  async #whenReady<R>(work: () => R): Promise<R> {
    if (!this.#isReady) await this.#prepare();
    return work();
  }

  get #isReady(): boolean {
    return this.#store.hasKeyIndex && this.#unique.isBuilt;
  }

  /** Builds the indexes in time slices. All requests that need them wait for the same work. */
  #prepare(): Promise<void> {
    return (this.#preparing ??= this.#buildIndexes().finally(() => (this.#preparing = undefined)));
  }

  async #buildIndexes(): Promise<void> {
    const { milliseconds } = this.#options;
    await this.#collection.prepareInSlices([], { changes: true, milliseconds });
    if (!this.#unique.isBuilt) await runInTimeSlices(this.#unique.build(), { milliseconds });
  }

  /** Records a completed change. Undoes the change if the record cannot be stored. */
  #record(change: VersionedChange, undo: () => void): void {
    const { journal } = this.#options;
    if (journal === undefined) return;
    try {
      const record = journal.begin()(change);
      if (record === undefined || insertions.get(journal.store)?.(record) === true) return;
      throw new Error("The record of a change could not be stored.");
    } catch (error) {
      undo();
      throw error;
    }
  }

  #read(key: StoreKey): StoredRow<T> | undefined {
    const row = this.#store.rowOfKey(key);
    return row === undefined ? undefined : { row, version: this.#versionOf(row) };
  }

  #versionOf(row: T): string {
    return getOrInsert(this.#versions, row, newVersion);
  }

  /** Creates a row. Building indexes and the search for the next integer key run in time slices, and the rest at once. */
  async #createRow(newRow: T, options?: CreateOptions): Promise<CreateOutcome<T>> {
    if (!this.#isReady) await this.#prepare();
    const keys = this.#integerKeys;
    if (keys === undefined || this.#hasKey(newRow)) return this.#create(newRow, options);
    if (!keys.isRead) await keys.read();
    const outcome = this.#create(newRow, options);
    if (!this.#isKeyConflict(outcome)) return outcome;
    // The program has inserted rows through the collection itself.
    await keys.read();
    return this.#create(newRow, options);
  }

  /** Creates a row without giving way to other work. */
  #createNow(newRow: T): CreateOutcome<T> {
    const keys = this.#integerKeys;
    if (keys === undefined || this.#hasKey(newRow)) return this.#create(newRow);
    if (!keys.isRead) keys.readNow();
    const outcome = this.#create(newRow);
    if (!this.#isKeyConflict(outcome)) return outcome;
    keys.readNow();
    return this.#create(newRow);
  }

  #isKeyConflict(outcome: CreateOutcome<T>): boolean {
    return outcome.kind === "conflict" && outcome.members[0] === this.#collection.catalog.key;
  }

  /** @param newRow a row without an integer key only if the integer keys are read */
  #create(newRow: T, { idempotency, check }: CreateOptions = {}): CreateOutcome<T> {
    const repeated = idempotency && this.#repeated(idempotency);
    if (repeated !== undefined) return repeated;
    const keyConflict = { kind: "conflict", members: [this.#collection.catalog.key!] } as const;
    // If several unique sets conflict, the key is reported, as databases do.
    if (this.#hasKey(newRow) && this.#store.rowOfKey(this.#keyOf(newRow)) !== undefined) return keyConflict;
    const members = this.#unique.conflictOf(newRow);
    if (members !== undefined) return { kind: "conflict", members };
    const keyed = this.#withKey(newRow);
    if (keyed === undefined) return { kind: "exhausted" };
    check?.(keyed);
    const row = this.#insert(keyed);
    if (row === undefined) return keyConflict;
    this.#unique.replace(undefined, row);
    const key = this.#keyOf(row);
    const version = this.#versionOf(row);
    const created = { before: undefined, versionBefore: undefined, after: row, versionAfter: version };
    this.#record({ key, ...created }, () => {
      this.#collection.delete([key]);
      this.#unique.replace(row, undefined);
    });
    if (typeof key !== "string") this.#integerKeys?.note(key);
    this.#forget(key);
    if (idempotency !== undefined) this.#remember(idempotency, key);
    this.#listeners.notify({ key, before: undefined, after: row });
    return { kind: "created", stored: { row, version } };
  }

  #replace(
    key: StoreKey,
    row: T,
    condition: VersionCondition,
    check: ChangeOptions["check"],
  ): ReplaceOutcome<T> {
    const before = this.#store.rowOfKey(key);
    if (before === undefined) return { kind: "missing" };
    if (!this.#fulfills(before, condition)) return { kind: "mismatch" };
    const members = this.#unique.conflictOf(row, before);
    if (members !== undefined) return { kind: "conflict", members };
    check?.(row);
    if (!this.#collection.update([row]).ok)
      throw new TypeError(`A replaced row must have the key of the row that it replaces, ${String(key)}.`);
    this.#unique.replace(before, row);
    const [versionBefore, version] = [this.#versionOf(before), this.#versionOf(row)];
    this.#record({ key, before, versionBefore, after: row, versionAfter: version }, () => {
      this.#collection.update([before]);
      this.#unique.replace(row, before);
    });
    this.#listeners.notify({ key, before, after: row });
    return { kind: "replaced", stored: { row, version } };
  }

  #delete(key: StoreKey, condition: VersionCondition): DeleteOutcome {
    const before = this.#store.rowOfKey(key);
    if (before === undefined) return { kind: "missing" };
    if (!this.#fulfills(before, condition)) return { kind: "mismatch" };
    this.#collection.delete([key]);
    this.#unique.replace(before, undefined);
    const noRow = { after: undefined, versionAfter: undefined };
    this.#record({ key, before, versionBefore: this.#versionOf(before), ...noRow }, () => {
      this.#collection.insert([before]);
      this.#unique.replace(undefined, before);
    });
    this.#forget(key);
    this.#listeners.notify({ key, before, after: undefined });
    return { kind: "deleted" };
  }

  #fulfills(row: T, condition: VersionCondition): boolean {
    return condition === "any" || condition.includes(this.#versionOf(row));
  }

  #hasKey(row: T): boolean {
    return (ownDataProperty(row, this.#keyProperty) ?? null) !== null;
  }

  #keyOf(row: T): StoreKey {
    return ownDataProperty(row, this.#keyProperty) as StoreKey;
  }

  /** Returns the row with the next integer key unless it has a key; undefined if there is no next key. */
  #withKey(newRow: T): T | undefined {
    const keys = this.#integerKeys;
    if (keys === undefined || this.#hasKey(newRow)) return newRow;
    const key = keys.take();
    return key === undefined ? undefined : { ...newRow, [this.#keyProperty]: key };
  }

  /** Returns the inserted row; undefined if its key exists. */
  #insert(row: T): T | undefined {
    return this.#collection.insert([row]).ok ? row : undefined;
  }

  #repeated({ scope, key, digest }: IdempotencyKey): CreateOutcome<T> | undefined {
    const remembered = this.#idempotency.get(`${scope} ${key}`);
    if (remembered === undefined) return undefined;
    if (remembered.digest !== digest) return { kind: "reused" };
    const stored = remembered.isDeleted ? undefined : this.#read(remembered.row);
    return { kind: "repeated", key: remembered.row, stored };
  }

  /** Records that the row with a key, if there was one, is deleted: a later row can have the same key. */
  #forget(row: StoreKey): void {
    const remembered = this.#rememberedRows.get(row);
    if (remembered !== undefined) remembered.isDeleted = true;
    this.#rememberedRows.delete(row);
  }

  #remember({ scope, key, digest }: IdempotencyKey, row: StoreKey): void {
    const time = Date.now();
    for (const [scopedKey, remembered] of this.#idempotency) {
      if (remembered.time > time - IDEMPOTENCY_MILLISECONDS) break;
      this.#idempotency.delete(scopedKey);
      if (this.#rememberedRows.get(remembered.row) === remembered)
        this.#rememberedRows.delete(remembered.row);
    }
    const created = { digest, row, time, isDeleted: false };
    this.#idempotency.set(`${scope} ${key}`, created);
    this.#rememberedRows.set(row, created);
  }
}
