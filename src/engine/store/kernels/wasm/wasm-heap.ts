import { MemoryLimitError, type Budget } from "../budget.ts";
import type { Slab } from "../kernels.ts";
import { PAGE_BYTES, type WasmMemory } from "../../../../wasm/instantiate.ts";
import { UncountedBytes } from "./uncounted-bytes.ts";

/*
 * If the memory is not shared, V8 counts the whole memory as new at each growth. From 64 MB on, it then marks all objects of the heap,
 * which takes longer than building a column of a million rows. Memory therefore grows by half more than needed. Pages take no physical
 * memory before they are used.
 */
const EXTRA_SHARE = 1 / 2;
/** 256 MB. */
const MAX_EXTRA_PAGES = 4096;

/** Alignment of slabs in bytes: a cache line, and a multiple of the vector size. */
const ALIGNMENT = 64;

/** Sets `bytes` bytes of the memory to zero, from the offset `at` on. */
type Clear = (at: number, bytes: number) => void;

/** Addresses `[at, end)`. */
export interface FreeBlock {
  at: number;
  end: number;
}

/** The regions of a memory that one thread uses, while other threads use others. */
export interface Regions {
  /** Returns a gap of at least `bytes` bytes with any content. Throws an error if there is no room. */
  readonly claim: (bytes: number) => FreeBlock;
  /** Releases the whole regions of a gap, and returns the gaps that are left. */
  readonly release: (gap: FreeBlock) => readonly FreeBlock[];
}

/** Size in bytes from which gaps between slabs are released to other threads. */
const MAX_KEPT_GAP = 1 << 21;

/** Returns the number of bytes that a slab takes. */
function slabSize(bytes: number): number {
  return Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
}

/** First-fit allocator that merges adjacent free blocks. */
export class Heap {
  readonly budget: Budget;
  readonly #memory: WasmMemory;
  readonly #maxPages: number;
  readonly #gaps: FreeBlock[];
  readonly #clear: Clear;
  readonly #uncounted: UncountedBytes | undefined;
  readonly #regions: Regions | undefined;
  /** End offset of the highest block that was ever allocated. Regions can have been used by other threads. */
  #usedEnd: number;

  /** @param regions the parts of the memory that the heap uses. By default it uses all of it */
  constructor(
    memory: WasmMemory,
    clear: Clear,
    budget: Budget,
    maxPages: number,
    isShared = false,
    regions?: Regions,
  ) {
    this.#memory = memory;
    this.#clear = clear;
    this.budget = budget;
    this.#maxPages = maxPages;
    this.#regions = regions;
    this.#uncounted = isShared && regions === undefined ? new UncountedBytes(memory) : undefined;
    // Start after address 0, so that no slab has this address.
    this.#gaps = regions === undefined ? [{ at: ALIGNMENT, end: memory.buffer.byteLength }] : [];
    this.#usedEnd = regions === undefined ? ALIGNMENT : Infinity;
  }

  /** Number of bytes of the memory that were never used. */
  get unusedBytes(): number {
    return this.#memory.buffer.byteLength - this.#usedEnd;
  }

  allocate(bytes: number): Slab {
    const size = slabSize(bytes);
    this.budget.reserve(size);
    try {
      return this.#place(bytes, size);
    } catch {
      this.budget.release(size);
      throw new MemoryLimitError(size, this.budget.bytes, undefined);
    }
  }

  #place(bytes: number, size: number): Slab {
    let index = this.#gaps.findIndex(({ at, end }) => end - at >= size);
    if (index < 0) index = this.#grow(size);
    const gap = this.#gaps[index]!;
    const { at } = gap;
    gap.at += size;
    if (gap.at === gap.end) this.#gaps.splice(index, 1);
    const slab = new HeapSlab(this.#memory, at, bytes, size, true);
    // Clear only memory that was allocated before, because all other memory is still zero.
    if (at < this.#usedEnd) this.#clear(at, Math.min(size, this.#usedEnd - at));
    if (at + size > this.#usedEnd) {
      this.#uncounted?.add(at + size - this.#usedEnd);
      this.#usedEnd = at + size;
    }
    return slab;
  }

  /** Returns a slab in a part of the memory that is not of this heap. Releasing it has no effect. */
  borrow(at: number, bytes: number): Slab {
    // Makes the buffer contain what another thread has added to the memory.
    if (at + bytes > this.#memory.buffer.byteLength) this.#memory.grow(0);
    return new HeapSlab(this.#memory, at, bytes, slabSize(bytes), false);
  }

  release(slab: Slab): void {
    if (!(slab instanceof HeapSlab))
      throw new TypeError("internal: a slab can only be released by the kernels that allocated it");
    if (!slab.isOwned) return;
    const { size } = slab;
    this.budget.release(size);
    const index = this.#insert({ at: slab.address, end: slab.address + size });
    const gap = this.#gaps[index]!;
    if (this.#regions !== undefined && gap.end - gap.at > MAX_KEPT_GAP)
      this.#gaps.splice(index, 1, ...this.#regions.release(gap));
  }

  /** Adds a gap, and joins it to the gaps next to it. Returns its index. */
  #insert(gap: FreeBlock): number {
    const next = this.#gaps.findIndex(({ at }) => at > gap.at);
    const index = next < 0 ? this.#gaps.length : next;
    this.#gaps.splice(index, 0, gap);
    this.#join(index);
    return index > 0 && this.#join(index - 1) ? index - 1 : index;
  }

  /** Joins a gap to the next one if they touch. Returns whether they did. */
  #join(index: number): boolean {
    const gap = this.#gaps[index]!;
    const next = this.#gaps[index + 1];
    if (next?.at !== gap.end) return false;
    gap.end = next.end;
    this.#gaps.splice(index + 1, 1);
    return true;
  }

  #grow(size: number): number {
    if (this.#regions !== undefined) return this.#insert(this.#regions.claim(size));
    const before = this.#memory.buffer.byteLength;
    const pages = before / PAGE_BYTES;
    const last = this.#gaps.at(-1);
    const free = last?.end === before ? before - last.at : 0;
    const requiredPages = Math.ceil((size - free) / PAGE_BYTES);
    const max = Math.min(this.#maxPages, this.budget.limit / PAGE_BYTES);
    const extra = Math.min((pages + requiredPages) * EXTRA_SHARE, MAX_EXTRA_PAGES);
    const newPages = Math.floor(Math.min(requiredPages + extra, max - pages));
    try {
      this.#memory.grow(Math.max(requiredPages, newPages));
    } catch (error) {
      if (newPages <= requiredPages) throw error;
      this.#memory.grow(requiredPages);
    }
    const end = this.#memory.buffer.byteLength;
    if (last !== undefined && free > 0) last.end = end;
    else this.#gaps.push({ at: before, end });
    return this.#gaps.length - 1;
  }
}

class HeapSlab implements Slab {
  readonly address: number;
  readonly bytes: number;
  readonly size: number;
  /** Whether the heap that made the slab allocated it. */
  readonly isOwned: boolean;
  readonly #memory: WasmMemory;
  #u8: Uint8Array | undefined;
  #u16: Uint16Array | undefined;
  #u32: Uint32Array | undefined;
  #f64: Float64Array | undefined;

  constructor(memory: WasmMemory, at: number, bytes: number, size: number, isOwned: boolean) {
    this.#memory = memory;
    this.isOwned = isOwned;
    this.address = at;
    this.bytes = bytes;
    this.size = size;
  }

  u8(): Uint8Array {
    const { buffer } = this.#memory;
    if (this.#u8?.buffer !== buffer) this.#u8 = new Uint8Array(buffer, this.address, this.size);
    return this.#u8;
  }

  u16(): Uint16Array {
    const { buffer } = this.#memory;
    if (this.#u16?.buffer !== buffer) this.#u16 = new Uint16Array(buffer, this.address, this.size / 2);
    return this.#u16;
  }

  u32(): Uint32Array {
    const { buffer } = this.#memory;
    if (this.#u32?.buffer !== buffer) this.#u32 = new Uint32Array(buffer, this.address, this.size / 4);
    return this.#u32;
  }

  f64(): Float64Array {
    const { buffer } = this.#memory;
    if (this.#f64?.buffer !== buffer) this.#f64 = new Float64Array(buffer, this.address, this.size / 8);
    return this.#f64;
  }
}
