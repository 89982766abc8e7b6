import type { AsCollectionOptions, PromisedCollection } from "./as-collection.ts";
import type { Catalog } from "../../../catalog/types.ts";
import type { ChangeResult, Changes } from "./changes.ts";
import type { PageChange } from "./watch.ts";
import type { MemoryQuery } from "./query.ts";
import type { MemoryReader, MemoryRequestOptions } from "./reader.ts";
import type { RowKey } from "../members/row-keys.ts";

export interface CollectionOptions {
  /**
   * Bytes that may be taken beside the rows: for columns, ranks, texts for search, indexes. Default: no bound. What
   * would need more is refused with a `MemoryLimitError`, and all is as it was before.
   */
  readonly maxBytes?: number | undefined;
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

export interface PrepareOptions extends MemoryRequestOptions {
  /** Gives up: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** So long, in milliseconds, other work waits. Default 10. */
  readonly milliseconds?: number | undefined;
  /**
   * Whether what changes find rows by is made as well: the first change by key does not wait for it then. Default false.
   * The catalog must have a key.
   */
  readonly changes?: boolean | undefined;
  /**
   * Dotted names of members that are searched for so little of all rows that an index pays: it is made at once, and not
   * only after many searches. There is none of lists, maps and objects.
   */
  readonly indexes?: readonly string[] | undefined;
  /** Called before each query, index and so on with how many are prepared, and at the end. What it throws ends the work. */
  readonly onProgress?: ((progress: { readonly prepared: number; readonly of: number }) => void) | undefined;
}

/**
 * Rows in memory that are asked for by pages. All methods answer at once: what is asked between two changes sees what
 * the first has left.
 */
export interface MemoryCollection<T = unknown> extends MemoryReader<T> {
  /** Changes rows, all or none. @throws TypeError if the catalog has no key and something else than `insert` is asked for */
  readonly change: (changes: Changes<T>) => ChangeResult;
  readonly insert: (rows: readonly T[]) => ChangeResult;
  readonly update: (rows: readonly T[]) => ChangeResult;
  readonly upsert: (rows: readonly T[]) => ChangeResult;
  readonly delete: (keys: readonly RowKey[]) => ChangeResult;
  /**
   * As `prepare`, for several queries and in slices: whatever else is to be done is done in between. What was made when
   * it is given up stays.
   *
   * @example await reports.prepareInSlices([{ sortBy: byName }, { filter: failed }], { signal, onProgress });
   */
  readonly prepareInSlices: (queries: Iterable<MemoryQuery>, options?: PrepareOptions) => Promise<void>;
  /** The rows as they are now, whatever is changed from now on. Close it: until then rows that went stay in memory. */
  readonly snapshot: () => MemoryReader<T> & { readonly close: () => void };
  /**
   * Tells what each change does to a page, right after it. Gives a function that ends it. What `tell` throws, or a page
   * for which there is no memory, keeps no other watcher from being told: `change` throws it then, the change being made.
   */
  readonly watch: (
    query: MemoryQuery,
    tell: (change: PageChange<T>) => void,
    options?: MemoryRequestOptions,
  ) => () => void;
  /**
   * The rows behind the interface that rows in a database have: requests are done in slices, each of one state of the
   * rows, and can be given up.
   */
  readonly asCollection: (options?: AsCollectionOptions) => PromisedCollection<T>;
  /** Bytes that the columns take, beside the rows. Texts that are kept as they are do not count. */
  readonly bytes: () => number;
}
