import { requireFunction } from "../../../diagnostics/require-argument.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import type { MemoryCollection } from "../collections/memory-collection.ts";
import type { Columns } from "../columns/columns.ts";
import { popcount32 } from "../kernels/plain.ts";
import { yieldToEventLoop } from "../tasks/event-loop.ts";
import { ROWS_PER_STEP, runInTimeSlices, type Task } from "../tasks/task.ts";
import { storeOf } from "../collections/collection-of-store.ts";
import type { MemoryStore } from "../collections/memory-store.ts";
import type { FrozenRows } from "../collections/stored-rows.ts";
import type { FileProblem } from "./file-problem.ts";
import type { Manifest, SavedBlock, SectionNumber } from "./format.ts";
import type { Unsavable } from "./row-text.ts";
import { SectionWriter, type Chunks } from "./section-writer.ts";
import { writeColumns } from "./write-columns.ts";
import { BlockBuffer, writeRows, type WritingRows } from "./write-rows.ts";

export interface SaveOptions {
  /** Cancels writing: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of rows written so far, and the number of all rows. */
  readonly onProgress?: ((progress: { readonly rows: number; readonly of: number }) => void) | undefined;
  /**
   * What to do with parts of rows that files cannot represent, such as functions and getters. `refuse`, the default,
   * saves nothing and reports these parts. `leave out` saves the rest, and objects of classes as plain objects.
   */
  readonly unsavable?: "refuse" | "leave out" | undefined;
}

export type SaveResult =
  | {
      readonly ok: true;
      readonly rows: number;
      /** Size of the file in bytes. */
      readonly bytes: number;
      /** The first parts of rows that were left out, at most a hundred. Empty unless `unsavable` is `leave out`. */
      readonly leftOut: readonly Unsavable[];
    }
  | { readonly ok: false; readonly reason: FileProblem | UnsavableRows };

/** Problem: rows have parts that files cannot represent, so nothing was saved. */
export interface UnsavableRows {
  readonly code: "unsavable";
  readonly message: string;
  /** The first such parts of rows, at most a hundred. */
  readonly unsavable: readonly Unsavable[];
}

/**
 * Writes a collection to any storage (`saveCollection` writes files). Changes after the call are not included.
 *
 * @param write receives consecutive bytes, which are overwritten after it returns or its promise resolves
 * @throws TypeError for an object that is not a collection of `createCollection` or `openCollection`
 * @example
 * const parts = [];
 * await writeCollection(collection, (bytes) => void parts.push(bytes.slice()));
 * await database.put("reports", new Blob(parts));
 */
export async function writeCollection<T>(
  collection: MemoryCollection<T>,
  write: Write,
  options: SaveOptions = {},
): Promise<SaveResult> {
  requireFunction(write, "write");
  const frozen = frozenOf(collection);
  try {
    return await writeFrozen(frozen, write, options);
  } finally {
    frozen.close();
  }
}

export type Write = (bytes: Uint8Array) => void | Promise<void>;

/** @throws TypeError for an object that is not a collection of this package */
export function frozenOf<T>(collection: MemoryCollection<T>): ReturnType<MemoryStore<T>["freeze"]> {
  const store = storeOf(collection);
  if (store !== undefined) return store.freeze();
  throw new TypeError("saveCollection expects a collection made by createCollection or openCollection.");
}

export async function writeFrozen(
  frozen: FrozenColumns,
  write: Write,
  options: SaveOptions,
): Promise<SaveResult> {
  const { signal } = ownProperties(options);
  const of = popcount(frozen.live);
  const report = new WritingReport(of, options);
  const chunks = bytesOf(frozen, report);
  let bytes = 0;
  while (!report.isOver) {
    const chunk = await runInTimeSlices(nextChunk(chunks), { signal });
    if (chunk === undefined) break;
    if (!report.isRefused) bytes += chunk.length;
    // Yields to the event loop even if `write` returns no promise.
    await ((report.isRefused ? undefined : write(chunk)) ?? yieldToEventLoop());
  }
  if (report.isRefused) return { ok: false, reason: unsavableRows(report.leftOut, "saved") };
  return { ok: true, rows: of, bytes, leftOut: report.leftOut };
}

/** What the caller learns while rows are written, and the parts of rows that are left out. */
export class WritingReport implements Pick<WritingRows, "report" | "onRows"> {
  /** The first parts, at most a hundred. */
  readonly leftOut: Unsavable[] = [];
  readonly #refuses: boolean;
  readonly onRows: (rows: number) => void;

  /** @param of number of rows to write */
  constructor(of: number, options: SaveOptions) {
    const { onProgress, unsavable = "refuse" } = ownProperties(options);
    this.#refuses = unsavable === "refuse";
    this.onRows = (rows) => onProgress?.({ rows: Math.min(rows, of), of });
  }

  readonly report = (part: Unsavable): void => {
    if (this.leftOut.length < MAX_REPORTED) this.leftOut.push(part);
  };

  /** Whether nothing is written because of the parts that would be left out. */
  get isRefused(): boolean {
    return this.#refuses && this.leftOut.length > 0;
  }

  /** Whether further rows would change nothing. */
  get isOver(): boolean {
    return this.isRefused && this.leftOut.length >= MAX_REPORTED;
  }
}

const MAX_REPORTED = 100;

/** @param action what failed: rows are saved or shared */
export function unsavableRows(unsavable: readonly Unsavable[], action: "saved" | "shared"): UnsavableRows {
  const [{ index, member, kind }] = unsavable as [Unsavable];
  const where = member === "" ? `Row ${index}` : `Row ${index} at ${member}`;
  const message = `${where} cannot be ${action} (${kind}). Nothing was ${action}.`;
  return { code: "unsavable", message, unsavable };
}

/** Returns the next bytes to write; undefined at the end of the file. */
function* nextChunk(chunks: Chunks<void>): Task<Uint8Array | undefined> {
  for (;;) {
    const { done, value } = chunks.next();
    if (done === true) return undefined;
    if (value !== undefined) return value;
    yield;
  }
}

interface FrozenColumns extends FrozenRows {
  readonly columns: Pick<Columns, "keys" | "peek">;
}

function* bytesOf(
  { catalog, rows, count, live, columns }: FrozenColumns,
  { report, onRows }: WritingReport,
): Chunks<void> {
  const writer = new SectionWriter();
  yield* writer.header();
  const isLive = (row: number) => isSet(live, row);
  const blocks = yield* writeBlocks(writer, {
    rows,
    from: undefined,
    count,
    isLive,
    keepsDeleted: false,
    report,
    onRows,
  });
  const manifest: Omit<Manifest, "sections"> = {
    rows: count,
    live: popcount(live) === count ? null : yield* writeLive(writer, live, count),
    catalog: catalog.definition,
    blocks,
    columns: yield* writeColumns(writer, columns, {
      count,
      deleted: yield* deletedRows(count, isLive),
      isLive,
    }),
  };
  yield* writer.manifest(manifest);
}

function* writeBlocks(writer: SectionWriter, writing: WritingRows): Chunks<SavedBlock[]> {
  const blocks: SavedBlock[] = [];
  const block = new BlockBuffer();
  const flush = function* (): Chunks<void> {
    const { texts, starts } = block.contents();
    const bytes = new Uint8Array(starts.buffer, starts.byteOffset, starts.byteLength);
    const sections = { texts: yield* writer.section([texts]), starts: yield* writer.section([bytes]) };
    blocks.push({ rows: block.rows, ...sections });
    block.clear();
  };
  for (const full of writeRows(block, writing)) {
    if (full === undefined) yield undefined;
    else yield* flush();
  }
  if (block.rows > 0) yield* flush();
  return blocks;
}

function* deletedRows(count: number, isLive: (row: number) => boolean): Chunks<number[]> {
  const deleted: number[] = [];
  for (let from = 0; from < count; from += ROWS_PER_STEP) {
    if (from > 0) yield;
    const end = Math.min(from + ROWS_PER_STEP, count);
    for (let row = from; row < end; row++) if (!isLive(row)) deleted.push(row);
  }
  return deleted;
}

function writeLive(writer: SectionWriter, live: Uint32Array, rows: number): Chunks<SectionNumber> {
  return writer.section([new Uint8Array(live.buffer, live.byteOffset, Math.ceil(rows / 32) * 4)]);
}

export function isSet(bits: Uint32Array, row: number): boolean {
  return ((bits[row >>> 5]! >>> (row & 31)) & 1) === 1;
}

export function popcount(bits: Uint32Array): number {
  return bits.reduce((sum, word) => sum + popcount32(word), 0);
}
