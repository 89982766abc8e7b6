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

interface Gap {
  at: number;
  end: number;
}

/** First-fit allocator that merges adjacent free blocks. */
export class Heap {
  readonly budget: Budget;
  readonly #memory: WasmMemory;
  readonly #maxPages: number;
  readonly #gaps: Gap[];
  readonly #clear: Clear;
  readonly #uncounted: UncountedBytes | undefined;
  /** End offset of the highest block that was ever allocated. */
  #used = ALIGNMENT;

  constructor(memory: WasmMemory, clear: Clear, budget: Budget, maxPages: number, isShared = false) {
    this.#memory = memory;
    this.#clear = clear;
    this.budget = budget;
    this.#maxPages = maxPages;
    this.#uncounted = isShared ? new UncountedBytes(memory) : undefined;
    // Start after address 0, so that no slab has this address.
    this.#gaps = [{ at: ALIGNMENT, end: memory.buffer.byteLength }];
  }

  /** Number of bytes of the memory that were never used. */
  get unusedBytes(): number {
    return this.#memory.buffer.byteLength - this.#used;
  }

  allocate(bytes: number): Slab {
    const size = Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
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
    const slab = new HeapSlab(this.#memory, at, bytes, size);
    // Clear only memory that was allocated before, because all other memory is still zero.
    if (at < this.#used) this.#clear(at, Math.min(size, this.#used - at));
    if (at + size > this.#used) {
      this.#uncounted?.add(at + size - this.#used);
      this.#used = at + size;
    }
    return slab;
  }

  release(slab: Slab): void {
    if (!(slab instanceof HeapSlab))
      throw new TypeError("internal: a slab can only be released by the kernels that allocated it");
    const { size } = slab;
    this.budget.release(size);
    const next = this.#gaps.findIndex(({ at }) => at > slab.address);
    const index = next < 0 ? this.#gaps.length : next;
    this.#gaps.splice(index, 0, { at: slab.address, end: slab.address + size });
    this.#join(index);
    if (index > 0) this.#join(index - 1);
  }

  #join(index: number): void {
    const gap = this.#gaps[index]!;
    const next = this.#gaps[index + 1];
    if (next?.at !== gap.end) return;
    gap.end = next.end;
    this.#gaps.splice(index + 1, 1);
  }

  #grow(size: number): number {
    const before = this.#memory.buffer.byteLength;
    const pages = before / PAGE_BYTES;
    const last = this.#gaps.at(-1);
    const free = last?.end === before ? before - last.at : 0;
    const needed = Math.ceil((size - free) / PAGE_BYTES);
    const max = Math.min(this.#maxPages, this.budget.limit / PAGE_BYTES);
    const extra = Math.min((pages + needed) * EXTRA_SHARE, MAX_EXTRA_PAGES);
    const wanted = Math.floor(Math.min(needed + extra, max - pages));
    try {
      this.#memory.grow(Math.max(needed, wanted));
    } catch (error) {
      if (wanted <= needed) throw error;
      this.#memory.grow(needed);
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
  readonly #memory: WasmMemory;
  #u8: Uint8Array | undefined;
  #u16: Uint16Array | undefined;
  #u32: Uint32Array | undefined;
  #f64: Float64Array | undefined;

  constructor(memory: WasmMemory, at: number, bytes: number, size: number) {
    this.#memory = memory;
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
