import { ownProperties } from "../../../values/own-properties.ts";
import { storeOf } from "../collections/collection-of-store.ts";
import type { MemoryCollection } from "../collections/memory-collection.ts";
import type { Columns } from "../columns/columns.ts";
import type { FileProblem } from "../file/file-problem.ts";
import type { Unsavable } from "../file/row-text.ts";
import {
  popcount,
  unsavableRows,
  WritingReport,
  type SaveOptions,
  type UnsavableRows,
} from "../file/write-collection.ts";
import { Arena } from "../kernels/wasm/arena.ts";
import { runInTimeSlices, type Task } from "../tasks/task.ts";
import { Directory } from "./directory.ts";
import { addColumn } from "./shared-columns.ts";
import { SharedRowsWriter, type SharedRows } from "./shared-rows.ts";
import { noSharedMemory, type NoSharedMemory } from "./shared-memory.ts";

/** Rows and columns of one version of a collection, in memory that threads share. Can be posted to threads. */
export interface SharedCollection {
  readonly rows: SharedRows;
  /** `WebAssembly.Memory` of all threads: the columns, which never change, and what each thread adds. */
  readonly memory: object;
  /** Default locale of the collection. */
  readonly locale: string | undefined;
  /** Where later versions arrive, if there are any. */
  readonly versions?: Versions | undefined;
}

/** Where later versions of a shared collection arrive. */
export interface Versions {
  /** Name of the channel on which they are sent. */
  readonly name: string;
  /** Number of the version that all threads show, and the number of readers. */
  readonly numbers: Int32Array;
  /** Number of the version that is shared with this object. */
  readonly number: number;
}

export type ShareOptions = SaveOptions;

export type ShareResult =
  | {
      readonly ok: true;
      readonly shared: SharedCollection;
      readonly rows: number;
      /** The first parts of rows that were left out, at most a hundred. Empty unless `unsavable` is `leave out`. */
      readonly leftOut: readonly Unsavable[];
    }
  | { readonly ok: false; readonly reason: NoSharedMemory | FileProblem | UnsavableRows };

/**
 * Writes the rows, the columns and the ranks that exist to memory that threads share. Later changes are not included: share
 * again, and post the new result. The memory is freed once no thread refers to it.
 *
 * @throws TypeError for an object that is not a collection of this package
 * @example
 * const result = await shareCollection(places);
 * if (result.ok) worker.postMessage(result.shared);
 */
export async function shareCollection<T>(
  collection: MemoryCollection<T>,
  options: ShareOptions = {},
): Promise<ShareResult> {
  return shareRows(collection, options, () => new SharedRowsWriter());
}

/** @param writerOf returns a writer, which has written rows of an earlier version of the collection, or none. Needs shared memory. */
export async function shareRows<T>(
  collection: MemoryCollection<T>,
  options: ShareOptions,
  writerOf: () => SharedRowsWriter,
): Promise<ShareResult> {
  const reason = noSharedMemory();
  if (reason !== undefined) return { ok: false, reason };
  const store = storeOf(collection);
  if (store === undefined)
    throw new TypeError("shareCollection expects a collection made by createCollection or openCollection.");
  const { locale } = store;
  const { signal } = ownProperties(options);
  const arena = Arena.create();
  if (arena === undefined) return { ok: false, reason: NO_MEMORY };
  const frozen = store.freeze();
  try {
    await runInTimeSlices(addColumns(arena, frozen.columns, frozen.count), { signal });
    const count = popcount(frozen.live);
    const report = new WritingReport(count, options);
    const rows = await runInTimeSlices(writerOf().write(frozen, report), { signal });
    const { leftOut } = report;
    if (rows === undefined) return { ok: false, reason: unsavableRows(leftOut, "shared") };
    return { ok: true, shared: { rows, memory: arena.memory, locale }, rows: count, leftOut };
  } finally {
    frozen.close();
  }
}

const NO_MEMORY: FileProblem = {
  code: "memory-limit",
  message: "There is no memory that threads could share.",
};

/** Adds the columns of a collection with `rows` rows. A column that changes meanwhile is left out. */
function* addColumns(arena: Arena, columns: Columns, rows: number): Task<void> {
  const directory = new Directory(arena);
  const owner = arena.addOwner();
  for (const key of columns.keys()) {
    const column = columns.peek(key);
    if (column?.rows !== rows) continue;
    const entry = directory.findOrAdd(key);
    if (entry === undefined) return;
    yield* addColumn(arena, owner, entry, column, () => column.rows === rows && columns.peek(key) === column);
  }
}
