import { ownProperties } from "../../../values/own-properties.ts";
import { storeOf } from "../collections/collection-of-store.ts";
import type { MemoryCollection } from "../collections/memory-collection.ts";
import type { Columns } from "../columns/columns.ts";
import type { FileProblem } from "../file/file-problem.ts";
import type { Unsavable } from "../file/row-text.ts";
import {
  popcount,
  unsavableRows,
  writeFrozen,
  type SaveOptions,
  type UnsavableRows,
} from "../file/write-collection.ts";
import { Arena } from "../kernels/wasm/arena.ts";
import { runInTimeSlices, type Task } from "../tasks/task.ts";
import { Directory } from "./directory.ts";
import { addColumn } from "./shared-columns.ts";
import { sharedTexts, type SharedTexts } from "./shared-texts.ts";
import { noSharedMemory, type NoSharedMemory } from "./shared-memory.ts";

/** Rows and columns of one version of a collection, in memory that threads share. Can be posted to threads. */
export interface SharedCollection {
  /** The rows: texts that `loadText` has read, or the bytes of a saved collection. Never changes. */
  readonly rows: SharedArrayBuffer | SharedTexts;
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
  const reason = noSharedMemory();
  if (reason !== undefined) return { ok: false, reason };
  const store = storeOf(collection);
  if (store === undefined)
    throw new TypeError("shareCollection expects a collection made by createCollection or openCollection.");
  const { locale } = store;
  const given = ownProperties(options);
  const arena = Arena.create();
  if (arena === undefined) return { ok: false, reason: NO_MEMORY };
  const frozen = store.freeze();
  try {
    await runInTimeSlices(addColumns(arena, frozen.columns, frozen.count), { signal: given.signal });
    const { memory } = arena;
    const texts = sharedTexts(frozen);
    if (texts !== undefined) {
      const shared = { rows: texts, memory, locale };
      return { ok: true, shared, rows: popcount(frozen.live), leftOut: [] };
    }
    const chunks: Uint8Array[] = [];
    const write = (bytes: Uint8Array) => void chunks.push(bytes.slice());
    const result = await writeFrozen({ ...frozen, columns: NO_COLUMNS, keepsDeleted: true }, write, given);
    if (!result.ok) return { ok: false, reason: sharingProblem(result.reason) };
    const bytes = new SharedArrayBuffer(result.bytes);
    const all = new Uint8Array(bytes);
    let end = all.length;
    // From the last chunk on, so that each chunk is freed once it was copied.
    for (let chunk = chunks.pop(); chunk !== undefined; chunk = chunks.pop())
      all.set(chunk, (end -= chunk.length));
    const shared = { rows: bytes, memory, locale };
    return { ok: true, shared, rows: result.rows, leftOut: result.leftOut };
  } finally {
    frozen.close();
  }
}

const NO_MEMORY: FileProblem = {
  code: "memory-limit",
  message: "There is no memory that threads could share.",
};

const NO_COLUMNS: Pick<Columns, "keys" | "peek"> = { keys: () => [], peek: () => undefined };

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

function sharingProblem(reason: FileProblem | UnsavableRows): FileProblem | UnsavableRows {
  return reason.code === "unsavable" ? unsavableRows(reason.unsavable, "shared") : reason;
}
