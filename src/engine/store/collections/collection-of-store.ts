import { requireIterable } from "../../../diagnostics/require-argument.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { memoryReader } from "../queries/memory-reader.ts";
import { unreadable } from "../queries/unreadable.ts";
import { runInTimeSlices } from "../tasks/task.ts";
import { asyncCollection } from "./async-collection.ts";
import type { MemoryCollection } from "./memory-collection.ts";
import type { MemoryStore } from "./memory-store.ts";

/** Returns the public interface of a store: the query verbs, and the methods that change rows. */
export function collectionOf<T>(store: MemoryStore<T>): MemoryCollection<T> {
  const methods: Omit<MemoryCollection<T>, keyof ReturnType<typeof memoryReader<T>>> = {
    change: (changes) => store.change(changes),
    insert: (rows) => store.change({ insert: rows }),
    update: (rows) => store.change({ update: rows }),
    upsert: (rows) => store.change({ upsert: rows }),
    delete: (keys) => store.change({ delete: keys }),
    prepareInSlices: async (queries, options = {}) => {
      requireIterable(queries, "queries");
      await store.prepareInSlices(queries, options);
    },
    unreadableInSlices: (options = {}) =>
      runInTimeSlices(
        store.consistent({}, {}, (state) => unreadable(state)),
        ownProperties(options),
      ),
    snapshot: () => store.snapshot(),
    watch: (query, onChange, options = {}) => store.watch(query, onChange, options),
    asCollection: (options = {}) => asyncCollection(store, ownProperties(options)),
    close: () => store.state.columns.background.close(),
    bytes: () => store.bytes,
  };
  const reader = memoryReader<T>(store.catalog, () => store.state);
  const collection = Object.assign(reader, methods);
  stores.set(collection, store);
  return collection;
}

const stores = new WeakMap<object, unknown>();

/** Returns the store of a collection; undefined for an object that `collectionOf` did not return. */
export function storeOf<T>(collection: MemoryCollection<T>): MemoryStore<T> | undefined {
  return stores.get(collection) as MemoryStore<T> | undefined;
}
