import { readCatalog } from "../../../catalog/read-catalog.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { MemoryLimitError } from "../kernels/budget.ts";
import { chooseKernels } from "../collections/create-collection.ts";
import type { CollectionOptions, MemoryCollection } from "../collections/memory-collection.ts";
import { bitmapWordCount } from "../kernels/kernels.ts";
import { collectionOf } from "../collections/collection-of-store.ts";
import { MemoryStore } from "../collections/memory-store.ts";
import { SAMPLED_VALUES } from "../columns/restored-column.ts";
import { FileFault, type FileProblem } from "./file-problem.ts";
import { readColumns } from "./read-columns.ts";
import { readBlocks, readLive } from "./read-rows.ts";
import { catalogDifference } from "./catalog-difference.ts";
import { SavedRows } from "./saved-rows.ts";
import { SectionReader, type ByteSource } from "./section-reader.ts";

export interface OpenOptions extends CollectionOptions {
  /** Default: the catalog of the file. A catalog that differs from it, except in descriptions, is an error. */
  readonly catalog?: Catalog | undefined;
  /**
   * Checks all rows when the collection is opened, and each column completely before its first use. This takes about as
   * long as parsing all rows. Default false: checks up to 4,096 rows, and 256 rows of each column.
   */
  readonly verify?: boolean | undefined;
  /** Cancels reading: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes read so far, and the size of the file in bytes. */
  readonly onProgress?: ((progress: { readonly bytes: number; readonly of: number }) => void) | undefined;
}

export type OpenResult<T> =
  | { readonly ok: true; readonly collection: MemoryCollection<T> }
  | { readonly ok: false; readonly reason: FileProblem };

/**
 * Reads a collection that `writeCollection` wrote. Checks the checksums of all bytes first; parses each row when it is
 * first read. A checksum detects damage, not forgery: use `verify` for a file from someone else.
 *
 * @param source the bytes, or an object that reads them piece by piece
 * @throws TypeError and RangeError for wrong options, as `createCollection`
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
  const { signal, onProgress, verify = false } = options;
  const of = source.size;
  let read = 0;
  const onBytes = (bytes: number) => onProgress?.({ bytes: (read += bytes), of });
  const reader = await SectionReader.open(source, { signal, onBytes });
  const { manifest } = reader;
  const catalog = catalogOf(manifest.catalog, options.catalog);
  const kernels = chooseKernels(options.kernels ?? "auto", options.maxBytes);
  const live = await readLive(reader, manifest);
  const blocks = await readBlocks(reader);
  // Serialized rows belong to the collection and count toward `maxBytes`.
  for (const { texts, starts } of blocks) kernels.budget.reserve(texts.length + starts.byteLength);
  const rows = new SavedRows(blocks, kernels.budget.limit !== Infinity);
  await reader.run(rows.check(verify ? Infinity : SAMPLED_ROWS));
  const columns = await readColumns(reader, kernels);
  const bits = new Uint32Array(bitmapWordCount(manifest.rows));
  if (live === undefined) setFirstBits(bits, manifest.rows);
  else bits.set(live);
  const state = { catalog, rows, count: manifest.rows, live: bits };
  const store = new MemoryStore<T>(state, options, kernels);
  store.restore(columns, verify ? Infinity : SAMPLED_VALUES);
  return collectionOf(store);
}

/** Rows that are parsed when a collection is opened, spread evenly. */
const SAMPLED_ROWS = 4096;

function setFirstBits(bits: Uint32Array, count: number): void {
  bits.fill(0xffff_ffff, 0, count >>> 5);
  if (count % 32 !== 0) bits[count >>> 5] = 2 ** (count % 32) - 1;
}

function catalogOf(document: unknown, given: Catalog | undefined): Catalog {
  const { catalog, problems } = readCatalog(document);
  if (catalog === undefined) {
    const [{ pointer, message }] = problems as [(typeof problems)[number]];
    throw new FileFault("impossible", `The catalog of the file is invalid: ${message} (${pointer})`, {
      part: "manifest",
    });
  }
  if (given === undefined) return catalog;
  const difference = catalogDifference(catalog, given);
  if (difference === undefined) return given;
  throw new FileFault("other-catalog", `The catalog of the file differs from the given one: ${difference}.`);
}
