import { requireObject } from "../../../diagnostics/require-argument.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { isObject } from "../../../values/is-object.ts";
import { isSharedMemory } from "../../../wasm/instantiate.ts";
import { chooseKernels } from "../collections/create-collection.ts";
import { storeOf } from "../collections/collection-of-store.ts";
import type { CollectionOptions, MemoryCollection } from "../collections/memory-collection.ts";
import type { FileProblem } from "../file/file-problem.ts";
import { resultOf, type OpenResult } from "../file/read-collection.ts";
import { Budget } from "../kernels/budget.ts";
import { Arena } from "../kernels/wasm/arena.ts";
import { arenaKernels } from "../kernels/wasm/wasm-kernels.ts";
import type { SharedCollection } from "./share-collection.ts";
import { collectionOfRows } from "./shared-rows.ts";
import { SharedColumns } from "./shared-columns.ts";
import { followVersions } from "./versions.ts";
import { noSharedMemory, type NoSharedMemory } from "./shared-memory.ts";

/** A collection without the methods that change rows or watch changes. */
export type AttachedCollection<T = unknown> = Omit<MemoryCollection<T>, (typeof CHANGING)[number]>;

export type AttachResult<T> =
  | { readonly ok: true; readonly collection: AttachedCollection<T> }
  | { readonly ok: false; readonly reason: NoSharedMemory | FileProblem };

export interface AttachOptions extends CollectionOptions {
  /**
   * Number of the thread, an integer from 0 on. A thread that replaces an ended one passes its number, and uses its memory again. Two
   * threads must not have the same number at the same time. Default: a number that no thread had.
   */
  readonly thread?: number | undefined;
}

/**
 * Returns a collection that can only be read, with the answers of the collection that was shared. Rows and columns are read from
 * the shared memory. A column that is missing is built by the first thread that needs it, and then read by all of them.
 *
 * @param shared the value that `shareCollection` returned, also in another thread
 * @param options default locale: that of the collection that was shared
 * @throws TypeError for a value that `shareCollection` did not return, and TypeError and RangeError for wrong options
 * @example
 * const result = await attachCollection(workerData);
 * if (result.ok) result.collection.page({ limit: 20 });
 */
export async function attachCollection<T = unknown>(
  shared: SharedCollection,
  options: AttachOptions = {},
): Promise<AttachResult<T>> {
  const reason = noSharedMemory();
  if (reason !== undefined) return { ok: false, reason };
  requireObject(shared, "shared");
  const ownOptions = ownProperties(options);
  const { thread } = ownOptions;
  if (thread !== undefined && !(Number.isInteger(thread) && thread >= 0 && thread <= MAX_THREAD))
    throw new RangeError(`thread must be an integer from 0 to ${MAX_THREAD}, got ${thread}`);
  const result = await attachVersion<T>(ownProperties(shared), ownOptions);
  if (!result.ok) return { ok: false, reason: attachingProblem(result.reason) };
  const { collection } = result;
  const { versions } = ownProperties(shared);
  if (versions !== undefined) {
    const { catalog } = collection;
    followVersions(storeOf(collection)!, versions, async (later) => {
      const version = await attachVersion<T>(ownProperties(later), { ...ownOptions, catalog });
      return version.ok ? storeOf(version.collection) : undefined;
    });
  }
  for (const name of CHANGING) Reflect.deleteProperty(collection, name);
  return { ok: true, collection };
}

async function attachVersion<T>(
  { rows, memory, locale }: SharedCollection,
  { thread, ...otherOptions }: AttachOptions,
): Promise<OpenResult<T>> {
  if (!isObject(rows) || !isSharedMemory(memory) || !Arena.fitsIn(memory))
    throw new TypeError("attachCollection expects the value `shared` of a result of shareCollection.");
  const arena = new Arena(memory);
  const owner = arena.addOwner(thread);
  const settings = { locale, ...otherOptions };
  const shared =
    otherOptions.kernels === "plain"
      ? undefined
      : arenaKernels(memory, arena.regionsOf(owner), new Budget(otherOptions.maxBytes));
  const kernels = shared ?? chooseKernels(otherOptions.kernels, otherOptions.maxBytes);
  const result = await resultOf(() => Promise.resolve(collectionOfRows<T>(rows, settings, kernels)));
  if (result.ok && shared !== undefined)
    storeOf(result.collection)!.state.columns.unused.exchange = new SharedColumns(arena, shared, owner);
  return result;
}

const MAX_THREAD = 2 ** 20 - 2;

/** Returns the problem without words about files, which the collection was not read from. */
function attachingProblem(reason: FileProblem): FileProblem {
  if (reason.code === "memory-limit") return reason;
  return { code: reason.code, message: "The shared memory is not what shareCollection wrote." };
}

/** Methods that other threads would not see the effects of. */
const CHANGING = ["change", "insert", "update", "upsert", "delete", "watch"] as const;
