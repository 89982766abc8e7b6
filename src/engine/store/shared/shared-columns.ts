import type { Column } from "../columns/build-column.ts";
import type { ColumnExchange } from "../columns/restored-columns.ts";
import type { Arena } from "../kernels/wasm/arena.ts";
import type { FreeBlock } from "../kernels/wasm/wasm-heap.ts";
import type { ArenaKernels } from "../kernels/wasm/wasm-kernels.ts";
import { tryAllocateTask } from "../kernels/try-allocate.ts";
import { asTask, type Task } from "../tasks/task.ts";
import { isColumn, readImage, writeImage, writeParts } from "./column-images.ts";
import { Directory, type DirectoryEntry } from "./directory.ts";

/** Milliseconds after which a thread builds a column itself if the thread that builds it does not advance. */
const PATIENCE_MS = 1_000;
const NOBODY = 0;
const NO_ENTRY = { builder: NOBODY, progress: 0 };

/** Begins the keys of sorted indexes. */
const ORDER = "order ";
/** Maximum number of bytes of all sorted indexes, which are never removed. Further ones belong to one thread each. */
export const MAX_ORDER_BYTES = 1 << 26;

function isOrder({ key }: DirectoryEntry): boolean {
  return key.startsWith(ORDER);
}

/** How a value becomes an image that other threads read. */
interface Exchanged<T> {
  /** Returns false without memory for the image. */
  readonly add: (entry: DirectoryEntry, value: T) => Task<boolean>;
  readonly read: (address: number) => Task<T>;
  /** Releases a value that has an image. */
  readonly release: (value: T) => void;
}

/** The columns and sorted indexes that a thread reads from an arena, or adds to it. */
export class SharedColumns implements ColumnExchange {
  readonly #arena: Arena;
  readonly #kernels: ArenaKernels;
  readonly #owner: number;
  readonly #directory: Directory;
  /** How far other threads have built sorted indexes, and since when. */
  readonly #seen = new Map<string, { readonly progress: number; readonly since: number }>();

  /** @param owner owner of regions, also of those of an ended thread whose work is given up */
  constructor(arena: Arena, kernels: ArenaKernels, owner: number) {
    this.#arena = arena;
    this.#kernels = kernels;
    this.#owner = owner;
    this.#directory = new Directory(arena);
    for (const entry of this.#directory.entries()) entry.replaceBuilder(owner, NOBODY);
  }

  keys(): readonly string[] {
    return [...this.#directory.entries()].filter((entry) => this.#hasColumn(entry)).map(({ key }) => key);
  }

  find(key: string): (() => Task<Column>) | undefined {
    const entry = this.#directory.find(key);
    if (entry === undefined || !this.#hasColumn(entry)) return undefined;
    return () => readImage(this.#kernels, entry.image) as Task<Column>;
  }

  *build(key: string, start: () => Task<Column | undefined>): Task<Column | undefined> {
    return yield* this.#once(key, start, {
      add: (entry, column) => addColumn(this.#arena, this.#owner, entry, column),
      read: (address) => readImage(this.#kernels, address),
      release: (column) => column?.release(),
    });
  }

  findOrder(id: string, rows: number): Uint32Array | undefined {
    const image = this.#directory.find(ORDER + id)?.image ?? 0;
    return image === 0 ? undefined : this.#numbersAt(image, rows);
  }

  isBuildingOrder(id: string): boolean {
    const { builder, progress } = this.#directory.find(ORDER + id) ?? NO_ENTRY;
    if (builder === NOBODY || builder === this.#owner) return false;
    const seen = this.#seen.get(id);
    // A thread that has ended advances no more.
    if (seen?.progress === progress) return performance.now() - seen.since <= PATIENCE_MS;
    this.#seen.set(id, { progress, since: performance.now() });
    return true;
  }

  *buildOrder(id: string, rows: number, start: () => Task<Uint32Array>): Task<Uint32Array> {
    const key = ORDER + id;
    const orders = [...this.#directory.entries()].filter((each) => each.key !== key && isOrder(each)).length;
    if ((orders + 1) * rows * 4 > MAX_ORDER_BYTES) return yield* start();
    return yield* this.#once(key, start, {
      add: (entry, { buffer, byteOffset, byteLength }) => {
        const bytes = new Uint8Array(buffer, byteOffset, byteLength);
        return addImage(this.#arena, entry, writeParts(this.#arena, this.#owner, [bytes]));
      },
      read: asTask((address: number) => this.#numbersAt(address, rows)),
      release: () => undefined,
    });
  }

  #numbersAt(address: number, count: number): Uint32Array {
    return this.#kernels
      .borrow(address, count * 4)
      .u32()
      .subarray(0, count);
  }

  /** Builds a value in one thread, and reads it in the others. */
  *#once<T>(key: string, start: () => Task<T>, { add, read, release }: Exchanged<T>): Task<T> {
    const entry = this.#directory.findOrAdd(key);
    if (entry === undefined) return yield* start();
    if (!(yield* this.#begin(entry))) return yield* read(entry.image);
    try {
      const value = yield* withProgress(start(), entry);
      if (!(yield* add(entry, value))) return value;
      release(value);
      return yield* read(entry.image);
    } finally {
      entry.replaceBuilder(this.#owner, NOBODY);
    }
  }

  #hasColumn(entry: DirectoryEntry): boolean {
    return entry.image !== 0 && !isOrder(entry) && isColumn(this.#kernels, entry.image);
  }

  /** Ends the turn of this thread if another one has ended its turn with an image. */
  #isMissing(entry: DirectoryEntry): boolean {
    if (entry.image === 0) return true;
    entry.replaceBuilder(this.#owner, NOBODY);
    return false;
  }

  /** Waits while another thread builds the column. Returns whether this thread must build it. */
  *#begin(entry: DirectoryEntry): Task<boolean> {
    let progress = entry.progress;
    let since = performance.now();
    while (entry.image === 0) {
      const { builder } = entry;
      const isStopped = performance.now() - since > PATIENCE_MS;
      // A synchronous request can find that this thread builds the column, and cannot wait for itself.
      if (builder === NOBODY || builder === this.#owner || isStopped) {
        if (entry.replaceBuilder(builder, this.#owner)) return this.#isMissing(entry);
        continue;
      }
      entry.sleep(builder);
      if (entry.progress !== progress) [progress, since] = [entry.progress, performance.now()];
      yield;
    }
    return false;
  }
}

/**
 * Adds a column to the arena, unless another thread has done so.
 *
 * @param column undefined for a member without a column
 * @param isUnchanged whether the column is still as it was
 * @returns false if the column has changed, and without memory for it
 */
export function* addColumn(
  arena: Arena,
  owner: number,
  entry: DirectoryEntry,
  column: Column | undefined,
  isUnchanged: () => boolean = () => true,
): Task<boolean> {
  return yield* addImage(arena, entry, writeImage(arena, owner, column, isUnchanged));
}

/**
 * Adds an image to the arena, unless another thread has added one. Returns whether the arena has an image then: not if there was no
 * memory, or if `image` returns none.
 */
function* addImage(arena: Arena, entry: DirectoryEntry, image: Task<FreeBlock | undefined>): Task<boolean> {
  const block = yield* tryAllocateTask(image);
  if (block === undefined) return false;
  arena.publish(block);
  if (!entry.addImage(block.at)) arena.release(block);
  return true;
}

/** Runs a task, and shows waiting threads that it advances. */
function* withProgress<T>(task: Task<T>, entry: DirectoryEntry): Task<T> {
  try {
    for (;;) {
      const step = task.next();
      if (step.done === true) return step.value;
      entry.advance();
      yield;
    }
  } finally {
    task.return(undefined as T);
  }
}
