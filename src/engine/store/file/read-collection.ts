import { readCatalog } from "../../../catalog/read-catalog.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { MemoryLimitError } from "../kernels/budget.ts";
import { chooseKernels } from "../collections/create-collection.ts";
import type { CollectionOptions, MemoryCollection } from "../collections/memory-collection.ts";
import { bitmapWordCount } from "../kernels/kernels.ts";
import { collectionOf } from "../collections/collection-of-store.ts";
import { MemoryStore } from "../collections/memory-store.ts";
import { FileFault, type FileProblem } from "./file-problem.ts";
import { readColumns } from "./read-columns.ts";
import { readBlocks, readLive } from "./read-rows.ts";
import { sameCatalog } from "./same-catalog.ts";
import { SavedRows } from "./saved-rows.ts";
import { SectionReader, type ByteSource } from "./section-reader.ts";

export interface OpenOptions extends CollectionOptions {
  /**
   * The catalog of the rows. Default: that of the file. Another one than that of the file, descriptions aside, is
   * refused.
   */
  readonly catalog?: Catalog | undefined;
  /** Gives it up: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with how many bytes are read, of how many. */
  readonly onProgress?: ((progress: { readonly bytes: number; readonly of: number }) => void) | undefined;
}

export type OpenResult<T> =
  | { readonly ok: true; readonly collection: MemoryCollection<T> }
  | { readonly ok: false; readonly reason: FileProblem };

/**
 * Reads a collection from the bytes that `writeCollection` has written. All of them are checked first. Rows are made of
 * their bytes when they are asked for.
 *
 * @param source the bytes, or what reads them piece by piece
 * @throws TypeError, RangeError as `createCollection` does for its options
 * @example
 * const blob = await database.get("reports");
 * const result = await readCollection(new Uint8Array(await blob.arrayBuffer()), { locale: "de" });
 * if (result.ok) result.collection.page({ limit: 20 });
 */
export async function readCollection<T = unknown>(
  source: Uint8Array | ByteSource,
  options: OpenOptions = {},
): Promise<OpenResult<T>> {
  const given = ownProperties(options);
  try {
    const bytes = source instanceof Uint8Array ? sourceOf(source) : source;
    return { ok: true, collection: await read<T>(bytes, given) };
  } catch (error) {
    if (error instanceof FileFault) return { ok: false, reason: error.problem };
    if (error instanceof MemoryLimitError)
      return { ok: false, reason: { code: "memory-limit", message: error.message } };
    throw error;
  }
}

function sourceOf(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (into, at) => {
      const piece = bytes.subarray(at, at + into.length);
      into.set(piece);
      return piece.length;
    },
  };
}

async function read<T>(source: ByteSource, options: OpenOptions): Promise<MemoryCollection<T>> {
  const { signal, onProgress } = options;
  const of = source.size;
  let read = 0;
  const onBytes = (bytes: number) => onProgress?.({ bytes: (read += bytes), of });
  const reader = await SectionReader.open(source, { signal, onBytes });
  const { manifest } = reader;
  const catalog = catalogOf(manifest.catalog, options.catalog);
  const kernels = chooseKernels(options.kernels ?? "auto", options.maxBytes);
  const live = await readLive(reader, manifest);
  const blocks = await readBlocks(reader);
  // What is loaded is the collection's own: it counts, as its columns do.
  for (const { texts, starts } of blocks) kernels.budget.reserve(texts.length + starts.byteLength);
  const rows = new SavedRows(blocks, kernels.budget.limit !== Infinity);
  const columns = await readColumns(reader, kernels);
  const bits = new Uint32Array(bitmapWordCount(manifest.rows));
  if (live === undefined) setFirst(bits, manifest.rows);
  else bits.set(live);
  const state = { catalog, rows, count: manifest.rows, live: bits };
  const store = new MemoryStore<T>(state, options, kernels);
  store.restore(columns);
  return collectionOf(store);
}

function setFirst(bits: Uint32Array, count: number): void {
  bits.fill(0xffff_ffff, 0, count >>> 5);
  if (count % 32 !== 0) bits[count >>> 5] = 2 ** (count % 32) - 1;
}

function catalogOf(document: unknown, given: Catalog | undefined): Catalog {
  const { catalog, problems } = readCatalog(document);
  if (catalog === undefined) {
    const [{ pointer, message }] = problems as [(typeof problems)[number]];
    throw new FileFault("impossible", `Its catalog is none: ${message} (${pointer})`, { part: "manifest" });
  }
  if (given === undefined) return catalog;
  const difference = sameCatalog(catalog, given);
  if (difference === undefined) return given;
  throw new FileFault(
    "other-catalog",
    `Its rows are of another catalog than the one that is given: ${difference}.`,
  );
}
