import { ownProperties } from "../../../values/own-properties.ts";
import type { MemoryCollection } from "../collections/memory-collection.ts";
import type { Columns } from "../columns/columns.ts";
import { popcount32 } from "../kernels/plain.ts";
import { runInTimeSlices, ROWS_PER_STEP, type Task } from "../tasks/task.ts";
import { storeOf } from "../collections/collection-of-store.ts";
import type { FrozenRows, MemoryStore } from "../collections/memory-store.ts";
import type { FileProblem } from "./file-problem.ts";
import type { Manifest, SectionNumber } from "./format.ts";
import type { Unsavable } from "./row-text.ts";
import { oneTurn } from "./section-reader.ts";
import { SectionWriter, type Chunks } from "./section-writer.ts";
import { writeColumns } from "./write-columns.ts";
import { writeRows } from "./write-rows.ts";

export interface SaveOptions {
  /** Gives it up: nothing more is written, and the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with how many rows are written, of how many. */
  readonly onProgress?: ((progress: { readonly rows: number; readonly of: number }) => void) | undefined;
  /**
   * What to do with rows that hold what no file holds: functions, symbols, getters, objects of classes. `refuse`, the
   * default, saves nothing and says which they are; `leave out` saves the rest of them, objects of classes as plain ones.
   */
  readonly unsavable?: "refuse" | "leave out" | undefined;
}

export type SaveResult =
  | {
      readonly ok: true;
      readonly rows: number;
      /** Bytes of the file. */
      readonly bytes: number;
      /** What was left out, the first hundred. Empty unless it was asked for. */
      readonly leftOut: readonly Unsavable[];
    }
  | { readonly ok: false; readonly reason: FileProblem | UnsavableRows };

/** Why rows are not saved. */
export interface UnsavableRows {
  readonly code: "unsavable";
  readonly message: string;
  /** The first hundred places. */
  readonly unsavable: readonly Unsavable[];
}

/**
 * Writes a collection as the bytes of a file, for a storage of your own: `saveCollection` is for files. It is the
 * collection as it is when it is called, whatever is changed meanwhile.
 *
 * @param write takes bytes, in order. They are overwritten when it is done with them, or its promise is kept.
 * @throws TypeError for what `createCollection` has not made.
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
  const frozen = frozenOf(collection);
  try {
    return await writeFrozen(frozen, write, options);
  } finally {
    frozen.close();
  }
}

export type Write = (bytes: Uint8Array) => void | Promise<void>;

/** @throws TypeError for what is no collection of ours. */
export function frozenOf<T>(collection: MemoryCollection<T>): ReturnType<MemoryStore<T>["freeze"]> {
  const store = storeOf(collection);
  if (store !== undefined) return store.freeze();
  throw new TypeError("saveCollection expects a collection made by createCollection or openCollection.");
}

/** Writes a collection as it was when it was frozen. */
export async function writeFrozen(
  frozen: FrozenColumns,
  write: Write,
  options: SaveOptions,
): Promise<SaveResult> {
  const { signal, onProgress, unsavable = "refuse" } = ownProperties(options);
  const found: Unsavable[] = [];
  const isRefused = () => unsavable === "refuse" && found.length > 0;
  const of = popcount(frozen.live);
  const chunks = bytesOf(frozen, {
    tell: (each) => {
      if (found.length < MOST_TOLD) found.push(each);
    },
    onRows: (rows) => onProgress?.({ rows: Math.min(rows, of), of }),
  });
  let bytes = 0;
  for (;;) {
    const chunk = await runInTimeSlices(nextOf(chunks), { signal });
    if (chunk === undefined || (isRefused() && found.length >= MOST_TOLD)) break;
    if (!isRefused()) bytes += chunk.length;
    // Who writes to memory never waits: others get their turn nevertheless.
    await ((isRefused() ? undefined : write(chunk)) ?? oneTurn());
  }
  if (isRefused()) return { ok: false, reason: refusal(found) };
  return { ok: true, rows: of, bytes, leftOut: found };
}

const MOST_TOLD = 100;

function refusal(unsavable: readonly Unsavable[]): UnsavableRows {
  const [{ index, member, kind }] = unsavable as [Unsavable];
  const where = member === "" ? `Row ${index}` : `Row ${index} at ${member}`;
  const message = `${where} holds what no file holds (${kind}). Nothing was saved.`;
  return { code: "unsavable", message, unsavable };
}

/** Works until there are bytes. */
function* nextOf(chunks: Chunks<void>): Task<Uint8Array | undefined> {
  for (;;) {
    const { done, value } = chunks.next();
    if (done === true) return undefined;
    if (value !== undefined) return value;
    yield;
  }
}

type FrozenColumns = FrozenRows & { readonly columns: Columns };
type Telling = Pick<Parameters<typeof writeRows>[1], "tell" | "onRows">;

function* bytesOf({ catalog, rows, count, live, columns }: FrozenColumns, telling: Telling): Chunks<void> {
  const writer = new SectionWriter();
  yield* writer.header();
  const isLive = (row: number) => ((live[row >>> 5]! >>> (row & 31)) & 1) === 1;
  const blocks = yield* writeRows(writer, { rows, count, isLive, ...telling });
  const manifest: Omit<Manifest, "sections"> = {
    rows: count,
    live: popcount(live) === count ? null : yield* writeLive(writer, live, count),
    catalog: catalog.definition,
    blocks,
    columns: yield* writeColumns(writer, columns, { count, gone: yield* goneOf(count, isLive), isLive }),
  };
  yield* writer.manifest(manifest);
}

function* goneOf(count: number, isLive: (row: number) => boolean): Chunks<number[]> {
  const gone: number[] = [];
  for (let from = 0; from < count; from += ROWS_PER_STEP) {
    if (from > 0) yield;
    const end = Math.min(from + ROWS_PER_STEP, count);
    for (let row = from; row < end; row++) if (!isLive(row)) gone.push(row);
  }
  return gone;
}

function writeLive(writer: SectionWriter, live: Uint32Array, rows: number): Chunks<SectionNumber> {
  return writer.section([new Uint8Array(live.buffer, live.byteOffset, Math.ceil(rows / 32) * 4)]);
}

function popcount(bits: Uint32Array): number {
  return bits.reduce((sum, word) => sum + popcount32(word), 0);
}
