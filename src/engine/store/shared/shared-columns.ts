import type { Column } from "../columns/build-column.ts";
import type { ColumnExchange } from "../columns/restored-columns.ts";
import type { SharedStructures, StructureImage } from "../kernels/shared-structures.ts";
import { STRUCTURE_BYTES, type Arena } from "../kernels/wasm/arena.ts";
import type { FreeBlock } from "../kernels/wasm/wasm-heap.ts";
import type { ArenaKernels } from "../kernels/wasm/wasm-kernels.ts";
import { tryAllocateTask } from "../kernels/try-allocate.ts";
import { asTask, type Task } from "../tasks/task.ts";
import { imageOf, isColumn, readImage, readStructure, writeImage } from "./column-images.ts";
import { Directory, type DirectoryEntry } from "./directory.ts";

/** Milliseconds after which a thread builds a column itself if the thread that builds it does not advance. */
const PATIENCE_MS = 1_000;
const NOBODY = 0;
const NO_ENTRY = { builder: NOBODY, progress: 0 };

/** Begins the keys of all structures that are no columns. */
const STRUCTURE = "structure ";
/**
 * Maximum number of bytes of all structures that are no columns. Requests choose them, and they are never removed. Further ones belong
 * to one thread each.
 */
export const MAX_STRUCTURE_BYTES = 1 << 28;

/** How a value becomes an image that other threads read. */
interface Exchanged<T> {
  /** Returns false without memory for the image. */
  readonly add: (entry: DirectoryEntry, value: T) => Task<boolean>;
  readonly read: (address: number) => Task<T>;
  /** Releases a value that has an image. */
  readonly release: (value: T) => void;
}

/** The columns and other structures that a thread reads from an arena, or adds to it. */
export class SharedColumns implements ColumnExchange {
  readonly #arena: Arena;
  readonly #kernels: ArenaKernels;
  readonly #owner: number;
  readonly #directory: Directory;
  /** How far other threads have built structures, and since when. */
  readonly #progressOf = new Map<string, { readonly progress: number; readonly since: number }>();
  /** Structures of several columns. */
  readonly structures: SharedStructures;

  /** @param owner owner of regions, also of those of an ended thread whose work is given up */
  constructor(arena: Arena, kernels: ArenaKernels, owner: number) {
    this.#arena = arena;
    this.#kernels = kernels;
    this.#owner = owner;
    this.#directory = new Directory(arena);
    for (const entry of this.#directory.entries()) entry.replaceBuilder(owner, NOBODY);
    this.structures = this.#structuresOf(STRUCTURE);
  }

  keys(): readonly string[] {
    return [...this.#directory.entries()].filter((entry) => this.#hasColumn(entry)).map(({ key }) => key);
  }

  find(key: string): (() => Task<Column>) | undefined {
    const entry = this.#directory.find(key);
    if (entry === undefined || !this.#hasColumn(entry)) return undefined;
    return () => this.#readColumn(key, entry.image) as Task<Column>;
  }

  *build(key: string, start: () => Task<Column | undefined>): Task<Column | undefined> {
    return yield* this.#runOnce(key, start, {
      add: (entry, column) => addColumn(this.#arena, this.#owner, entry, column),
      read: (address) => this.#readColumn(key, address),
      release: (column) => column?.release(),
    });
  }

  /** Makes the column of an image, with the structures that threads build for it. */
  #readColumn(key: string, address: number): Task<Column | undefined> {
    return readImage({ ...this.#kernels, shared: this.#structuresOf(`${STRUCTURE}${key} `) }, address);
  }

  #structuresOf(prefix: string): SharedStructures {
    return {
      find: (name) => {
        const image = this.#directory.find(prefix + name)?.image ?? 0;
        return image === 0 ? undefined : readStructure(this.#kernels, image);
      },
      isBuilding: (name) => this.#isBuilding(prefix + name),
      build: (name, start) => this.#buildStructure(prefix + name, start),
    };
  }

  #isBuilding(key: string): boolean {
    const { builder, progress } = this.#directory.find(key) ?? NO_ENTRY;
    if (builder === NOBODY || builder === this.#owner) return false;
    const last = this.#progressOf.get(key);
    // The progress of a thread that has ended does not change any more.
    if (last?.progress === progress) return performance.now() - last.since <= PATIENCE_MS;
    this.#progressOf.set(key, { progress, since: performance.now() });
    return true;
  }

  *#buildStructure<T extends StructureImage | undefined>(
    key: string,
    start: () => Task<T>,
  ): Task<T | StructureImage> {
    const { header } = this.#arena;
    const isFull = Atomics.load(header, STRUCTURE_BYTES) >= MAX_STRUCTURE_BYTES;
    if (isFull && (this.#directory.find(key)?.image ?? 0) === 0) return yield* start();
    return yield* this.#runOnce<T | StructureImage>(key, start, {
      add: (entry, image) => this.#addStructure(entry, image),
      read: asTask((address: number) => readStructure(this.#kernels, address)),
      release: (image) => {
        for (const slab of image?.slabs ?? []) if (slab.address !== 0) this.#kernels.release(slab);
      },
    });
  }

  *#addStructure(entry: DirectoryEntry, image: StructureImage | undefined): Task<boolean> {
    if (image === undefined) return false;
    const bytes = image.slabs.reduce((sum, slab) => sum + slab.bytes, 0);
    const isAdded = yield* addImage(this.#arena, entry, writeImage(this.#arena, this.#owner, image));
    if (isAdded) Atomics.add(this.#arena.header, STRUCTURE_BYTES, bytes);
    return isAdded;
  }

  /** Builds a value in one thread, and reads it in the others. */
  *#runOnce<T>(key: string, start: () => Task<T>, { add, read, release }: Exchanged<T>): Task<T> {
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
    return entry.image !== 0 && !entry.key.startsWith(STRUCTURE) && isColumn(this.#kernels, entry.image);
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
  const image = column === undefined ? null : yield* imageOf(column);
  if (image === undefined) return false;
  return yield* addImage(arena, entry, writeImage(arena, owner, image, isUnchanged));
}

/**
 * Adds an image to the arena. If another thread has added one meanwhile, that one is kept. Returns false, and adds nothing, without
 * memory for the image, or if `image` returns undefined.
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
