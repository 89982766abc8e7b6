import { requireObject } from "../../../diagnostics/require-argument.ts";
import { readCatalog } from "../../../catalog/read-catalog.ts";
import { resolveMember } from "../../../catalog/resolve-member.ts";
import { requireOptionalCatalog } from "../../../catalog/require-catalog.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { memberOf, ownProperties } from "../../../values/own-properties.ts";
import { MemoryLimitError } from "../kernels/budget.ts";
import { chooseKernels } from "../collections/create-collection.ts";
import type { CollectionOptions, MemoryCollection } from "../collections/memory-collection.ts";
import { bitmapWordCount } from "../kernels/kernels.ts";
import { collectionOf } from "../collections/collection-of-store.ts";
import { MemoryStore } from "../collections/memory-store.ts";
import type { Column } from "../columns/build-column.ts";
import type { Task } from "../tasks/task.ts";
import { SAMPLED_VALUES } from "../columns/restored-columns.ts";
import { FileFault, type FileProblem } from "./file-problem.ts";
import { columnsOnDemand, readColumns } from "./read-columns.ts";
import { blocksOnDemand, readBlocks, readLive } from "./read-rows.ts";
import { catalogDifference } from "./catalog-difference.ts";
import type { RowBlock } from "../texts/text-rows.ts";
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
  /**
   * Names of the members whose columns are read when the collection is opened, such as those of a filter, or a function that
   * returns them. Columns of other members are built from the rows when they are first needed. Unknown names are ignored.
   * Default: all members, and none with `onDemand`.
   */
  readonly members?: readonly string[] | ((catalog: Catalog) => readonly string[]) | undefined;
  /**
   * Reads rows, and the columns that `members` does not list, when they are first needed: a count reads the columns of its
   * filter only. Their checksums are compared then, and a request that needs damaged ones throws an error with a `problem`. The
   * file stays open as long as the collection is in use. Needs a file, or a source with `readNow`, and is ignored with
   * `verify`. Default false.
   */
  readonly onDemand?: boolean | undefined;
  /** Cancels reading: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes read so far, and the size of the file in bytes. */
  readonly onProgress?: ((progress: { readonly bytes: number; readonly of: number }) => void) | undefined;
}

export type OpenResult<T> =
  | { readonly ok: true; readonly collection: MemoryCollection<T> }
  | { readonly ok: false; readonly reason: FileProblem };

/**
 * Reads a collection that `writeCollection` wrote. Checks the checksums of all bytes that it reads first; parses each row when it is
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
  requireObject(source, "source");
  const byteSource = source instanceof Uint8Array ? sourceOf(source) : source;
  const { size, read: readPiece } = byteSource;
  const ownOptions = ownProperties(options);
  return resultOf(() =>
    openSource<T>({ size, read: readPiece, readNow: memberOf(byteSource, "readNow") }, ownOptions),
  );
}

/** Returns the errors that are no errors of the caller as problems. */
export async function resultOf<T>(open: () => Promise<MemoryCollection<T>>): Promise<OpenResult<T>> {
  try {
    return { ok: true, collection: await open() };
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

async function openSource<T>(source: ByteSource, options: OpenOptions): Promise<MemoryCollection<T>> {
  const { signal, onProgress, verify = false, onDemand = false, members } = options;
  const of = source.size;
  let bytesRead = 0;
  const onBytes = (bytes: number) => onProgress?.({ bytes: (bytesRead += bytes), of });
  const reader = await SectionReader.open(source, { signal, onBytes });
  const { manifest } = reader;
  const catalog = catalogOf(manifest.catalog, options.catalog);
  const kernels = chooseKernels(options.kernels ?? "auto", options.maxBytes);
  const live = await readLive(reader, manifest);
  // Serialized rows count toward `maxBytes`.
  const reserve = (block: RowBlock) => {
    kernels.budget.reserve(block.texts.length + block.starts.byteLength);
    return block;
  };
  const isLazy = onDemand && !verify && reader.canReadNow;
  const blocks = isLazy
    ? blocksOnDemand(reader).map(({ rows, read }) => ({ rows, read: () => reserve(read()) }))
    : (await readBlocks(reader)).map((block) => {
        reserve(block);
        return { rows: block.starts.length - 1, read: () => block };
      });
  const rows = new SavedRows(blocks, kernels.budget.limit === Infinity ? Infinity : 0);
  if (!isLazy) await reader.run(rows.check(verify ? Infinity : SAMPLED_ROWS));
  const names = typeof members === "function" ? members(catalog) : members;
  const properties = names === undefined ? undefined : propertiesOf(names, catalog);
  const columns = await readColumns(reader, kernels, isLazy ? (properties ?? NO_PROPERTIES) : properties);
  const bits = new Uint32Array(bitmapWordCount(manifest.rows));
  if (live === undefined) setFirstBits(bits, manifest.rows);
  else bits.set(live);
  const state = { catalog, rows, count: manifest.rows, live: bits };
  const store = new MemoryStore<T>(state, options, kernels);
  // A sample of all rows would read all blocks.
  const within = isLazy ? manifest.blocks[0]?.rows : undefined;
  const sample = verify ? Infinity : SAMPLED_VALUES;
  const withSample = ([key, column]: [string, Column]) => [key, { column, sample, within }] as const;
  store.restore(new Map([...columns].map(withSample)));
  if (isLazy) {
    const unread = columnsOnDemand(reader, kernels, properties ?? NO_PROPERTIES);
    const withReader = ([key, readColumn]: [string, () => Task<Column>]) =>
      [key, { column: undefined, readColumn, sample, within }] as const;
    store.restore(new Map([...unread].map(withReader)));
  }
  return collectionOf(store);
}

const NO_PROPERTIES: ReadonlySet<string> = new Set();

/** Rows that are parsed when a collection is opened, spread evenly. */
const SAMPLED_ROWS = 4096;

/** Returns the properties of rows that hold the values of members. */
function propertiesOf(members: readonly string[], catalog: Catalog): ReadonlySet<string> {
  return new Set(members.flatMap((name) => resolveMember(catalog, name)?.path[0] ?? []));
}

function setFirstBits(bits: Uint32Array, count: number): void {
  bits.fill(0xffff_ffff, 0, count >>> 5);
  if (count % 32 !== 0) bits[count >>> 5] = 2 ** (count % 32) - 1;
}

/** @throws FileFault */
export function catalogOf(document: unknown, expected: Catalog | undefined): Catalog {
  requireOptionalCatalog(expected);
  const { catalog, problems } = readCatalog(document);
  if (catalog === undefined) {
    const [{ pointer, message }] = problems as [(typeof problems)[number]];
    throw new FileFault("impossible", `The catalog of the file is invalid: ${message} (${pointer})`, {
      part: "manifest",
    });
  }
  if (expected === undefined) return catalog;
  const difference = catalogDifference(catalog, expected);
  if (difference === undefined) return expected;
  throw new FileFault("other-catalog", `The catalog of the file differs from the given one: ${difference}.`);
}
