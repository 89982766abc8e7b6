import { requireObject } from "../../../diagnostics/require-argument.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import type { CollectionOptions, MemoryCollection } from "../collections/memory-collection.ts";
import type { FileProblem } from "../file/file-problem.ts";
import { readFrom } from "../file/read-collection.ts";
import type { SharedCollection } from "./share-collection.ts";
import { noSharedMemory, type NoSharedMemory } from "./shared-memory.ts";

/** A collection without the methods that change rows or watch changes. */
export type AttachedCollection<T = unknown> = Omit<MemoryCollection<T>, (typeof CHANGING)[number]>;

export type AttachResult<T> =
  | { readonly ok: true; readonly collection: AttachedCollection<T> }
  | { readonly ok: false; readonly reason: NoSharedMemory | FileProblem };

/**
 * Returns a collection that can only be read, with the answers of the collection that was shared. Rows and ranks are read from
 * the shared memory. A column is copied to the memory of the thread when a request first needs it.
 *
 * @param shared the value that `shareCollection` returned, also in another thread
 * @param options default locale: that of the collection that was shared
 * @throws TypeError for a value that `shareCollection` did not return, and for wrong options
 * @example
 * const result = await attachCollection(workerData);
 * if (result.ok) result.collection.page({ limit: 20 });
 */
export async function attachCollection<T = unknown>(
  shared: SharedCollection,
  options: CollectionOptions = {},
): Promise<AttachResult<T>> {
  const reason = noSharedMemory();
  if (reason !== undefined) return { ok: false, reason };
  requireObject(shared, "shared");
  const { bytes: buffer, locale } = ownProperties(shared);
  if (!(buffer instanceof SharedArrayBuffer))
    throw new TypeError("attachCollection expects the value `shared` of a result of shareCollection.");
  const bytes = new Uint8Array(buffer);
  const readNow = (into: Uint8Array, at: number) => {
    const piece = bytes.subarray(at, at + into.length);
    into.set(piece);
    return piece.length;
  };
  const source = {
    size: bytes.length,
    read: readNow,
    readNow,
    view: (at: number, end: number) => bytes.subarray(at, end),
  };
  const result = await readFrom<T>(source, { locale, ...ownProperties(options), onDemand: true });
  if (!result.ok) return result;
  const { collection } = result;
  for (const name of CHANGING) Reflect.deleteProperty(collection, name);
  return { ok: true, collection };
}

/** Methods that other threads would not see the effects of. */
const CHANGING = ["change", "insert", "update", "upsert", "delete", "watch"] as const;
