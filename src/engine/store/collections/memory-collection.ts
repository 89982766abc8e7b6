import type { Catalog } from "../../../catalog/types.ts";
import type { RowKey } from "../members/row-keys.ts";
import type { MemoryQuery, MemoryRequestOptions } from "../queries/memory-query.ts";
import type { MemoryReader } from "../queries/memory-reader.ts";
import type { Unreadable } from "../queries/unreadable.ts";
import type { AsyncCollectionOptions } from "../queries/store-requests.ts";
import type { AsyncMemoryCollection } from "./async-collection.ts";
import type { ChangeResult, Changes } from "./changes.ts";
import type { PageChange } from "./watch.ts";

export interface CollectionOptions {
  /**
   * Bytes that the collection may reserve in addition to its rows: columns, ranks, indexes, case-folded copies. Default:
   * no limit. An operation that needs more throws `MemoryLimitError` and changes nothing.
   */
  readonly maxBytes?: number | undefined;
  /** Default: inferred from the rows, as by `catalogFromRows`. */
  readonly catalog?: Catalog | undefined;
  /** Language tag whose collation and case rules apply. Default: root collation. */
  readonly locale?: string | undefined;
  /**
   * Text that cursor positions and cursors are bound to, in addition to the catalog and the query. Set it if collections with
   * different rows have the same catalog, as with a collection for each tenant.
   */
  readonly identity?: string | undefined;
  /** Kind of row objects: see `EvaluateOptions.rows`. Default `any`. */
  readonly rows?: "any" | "plain" | undefined;
  /**
   * Implementation of the loops over columns: WebAssembly, or plain loops over typed arrays. Results are the same.
   * Default `auto`: WebAssembly if the platform has it and allows it.
   */
  readonly kernels?: "auto" | "wasm" | "plain" | undefined;
}

export interface PrepareOptions extends MemoryRequestOptions {
  /** Cancels the work: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Length of a time slice in milliseconds, in which no other work runs. Default 10. */
  readonly milliseconds?: number | undefined;
  /**
   * Whether to build the index of row keys now. Otherwise the first change by key builds it. Default false. Requires
   * a catalog with a key.
   */
  readonly changes?: boolean | undefined;
  /**
   * Dotted names of members to index now. Other members are indexed only after many searches. Useful for searches
   * that few rows match. Lists, maps and objects cannot have an index.
   */
  readonly indexes?: readonly string[] | undefined;
  /**
   * Called before each query, index or key index is prepared, and at the end. An error that it throws ends the work.
   */
  readonly onProgress?: ((progress: { readonly prepared: number; readonly of: number }) => void) | undefined;
}

/** Snapshot: reads the rows as they were when `snapshot` was called. */
export interface MemorySnapshot<T> extends MemoryReader<T> {
  /** Ends the snapshot. Later reads throw a TypeError. Until then deleted rows stay in memory. */
  readonly close: () => void;
}

/** Rows in memory. All methods are synchronous, except those that return promises. */
export interface MemoryCollection<T = unknown> extends MemoryReader<T> {
  /** Makes all changes, or none if there are conflicts. @throws TypeError without a catalog key, except for `insert` */
  readonly change: (changes: Changes<T>) => ChangeResult;
  readonly insert: (rows: readonly T[]) => ChangeResult;
  readonly update: (rows: readonly T[]) => ChangeResult;
  readonly upsert: (rows: readonly T[]) => ChangeResult;
  readonly delete: (keys: readonly RowKey[]) => ChangeResult;
  /**
   * Runs `prepare` for several queries in time slices, so that other work can run. When the work is canceled, everything
   * that was built stays.
   *
   * @example await reports.prepareInSlices([{ sortBy: byName }, { filter: failed }], { signal, onProgress });
   */
  readonly prepareInSlices: (queries: Iterable<MemoryQuery>, options?: PrepareOptions) => Promise<void>;
  /**
   * Runs `unreadable` in time slices, so that other work can run. Rows that are text are only parsed if they have unreadable values.
   *
   * @throws the signal's reason
   */
  readonly unreadableInSlices: (
    options?: Pick<PrepareOptions, "signal" | "milliseconds">,
  ) => Promise<Iterable<Unreadable<T>>>;
  /** Returns a snapshot of the current rows. Close it after use: until then deleted rows stay in memory. */
  readonly snapshot: () => MemorySnapshot<T>;
  /**
   * Calls `onChange` after each change that affects a page. If `onChange` throws, or memory for the page is missing,
   * the change stays and the other watchers are still called; then `change` throws the error.
   *
   * @returns a function that stops watching
   */
  readonly watch: (
    query: MemoryQuery,
    onChange: (change: PageChange<T>) => void,
    options?: MemoryRequestOptions,
  ) => () => void;
  /**
   * Returns the rows with the interface `Collection`, which database tables have too. Requests run in time slices and
   * can be canceled. Each request sees one state of the rows.
   */
  readonly asCollection: (options?: AsyncCollectionOptions) => AsyncMemoryCollection<T>;
  /**
   * Ends the work that prepares later requests in the background, such as building sorted indexes. Requests still work. A
   * process exits without waiting for this work.
   */
  readonly close: () => void;
  /**
   * Returns the bytes that the collection reserves in addition to its rows. Strings shared with the rows do not
   * count.
   */
  readonly bytes: () => number;
}
