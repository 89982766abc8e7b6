import { ownProperties } from "../../../values/own-properties.ts";
import { storeOf } from "../collections/collection-of-store.ts";
import type { MemoryCollection } from "../collections/memory-collection.ts";
import type { FileProblem } from "../file/file-problem.ts";
import type { Unsavable } from "../file/row-text.ts";
import { writeCollection, type SaveOptions, type UnsavableRows } from "../file/write-collection.ts";
import { noSharedMemory, type NoSharedMemory } from "./shared-memory.ts";

/** Rows and columns of one version of a collection, in memory that threads share. Can be posted to threads. */
export interface SharedCollection {
  /** The rows and columns in the format of saved collections. Never changes. */
  readonly bytes: SharedArrayBuffer;
  /** Default locale of the collection. */
  readonly locale: string | undefined;
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
  const chunks: Uint8Array[] = [];
  const locale = storeOf(collection)?.locale;
  const result = await writeCollection(
    collection,
    (bytes) => void chunks.push(bytes.slice()),
    ownProperties(options),
  );
  if (!result.ok) return result;
  const bytes = new SharedArrayBuffer(result.bytes);
  const all = new Uint8Array(bytes);
  let end = all.length;
  // From the last chunk on, so that each chunk is freed once it was copied.
  for (let chunk = chunks.pop(); chunk !== undefined; chunk = chunks.pop())
    all.set(chunk, (end -= chunk.length));
  return { ok: true, shared: { bytes, locale }, rows: result.rows, leftOut: result.leftOut };
}
