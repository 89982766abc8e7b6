import { PAGE_BYTES, sharedMemory, type WasmMemory } from "../../../../wasm/instantiate.ts";
import { MemoryLimitError } from "../budget.ts";
import { UncountedBytes } from "./uncounted-bytes.ts";
import type { FreeBlock, Regions } from "./wasm-heap.ts";
import { MAX_PAGES } from "./wasm-kernels.ts";

/** Size of a region in bytes. */
const REGION_BYTES = 1 << 18;
/** Regions that a heap claims at least, and that are added to the memory at least. */
const MIN_CLAIMED = 4;
const MIN_ADDED = 64;
/** Regions that are added to the memory at most, in addition to those that are needed. */
const MAX_ADDED = 1024;

/** Bytes before the first region: counters, the owners of the regions, and notes. */
const HEADER_BYTES = 1 << 20;
/* Indexes of 32-bit numbers in the header. */
const LAST_OWNER = 0;
const NOTES_END = 1;
/** Index of a number that users of the arena agree on. It is 0 at first. */
export const FIRST_NOTE = 2;
/** Index of a number of bytes, which users of the arena count. */
export const STRUCTURE_BYTES = 3;
const OWNERS = 64;
/** Offset of the notes in bytes. */
const NOTES = PAGE_BYTES * 2;

/** Owner of regions that all threads read, and no thread writes to. */
const ALL_THREADS = -1;
const NO_OWNER = 0;
/** Owners without a number of their own begin here. */
const FIRST_UNNUMBERED = 1 << 20;

/**
 * Memory that several threads share, divided into regions with one owner each. There are no locks: owners are replaced by single
 * atomic operations, so a thread that ends between two of them leaves regions without use, but no wrong state.
 */
export class Arena {
  readonly memory: WasmMemory;
  /** The header, as 32-bit numbers that are read and written by atomic operations. */
  readonly header: Int32Array;
  readonly #uncounted: UncountedBytes;

  constructor(memory: WasmMemory) {
    this.memory = memory;
    this.#uncounted = new UncountedBytes(memory);
    this.#uncounted.add(memory.buffer.byteLength);
    this.header = new Int32Array(memory.buffer, 0, HEADER_BYTES / 4);
  }

  /** Returns whether a memory has room for the header of an arena. */
  static fitsIn({ buffer }: WasmMemory): boolean {
    return buffer.byteLength >= HEADER_BYTES;
  }

  /** Returns undefined if there is no memory. Requires `canShareMemory()`. */
  static create(): Arena | undefined {
    const memory = sharedMemory({ initial: HEADER_BYTES / PAGE_BYTES, maximum: MAX_PAGES });
    if (memory === undefined) return undefined;
    const arena = new Arena(memory);
    arena.header[NOTES_END] = NOTES;
    return arena;
  }

  /**
   * Returns a new owner of regions, and releases the regions of an ended thread with the same number.
   *
   * @param number integer from 0 on, below 2^20. By default one that no other thread has
   */
  addOwner(number?: number): number {
    if (number === undefined) return FIRST_UNNUMBERED + Atomics.add(this.header, LAST_OWNER, 1);
    const owner = number + 1;
    for (let region = 0; region < MAX_REGIONS; region++)
      Atomics.compareExchange(this.header, OWNERS + region, owner, NO_OWNER);
    return owner;
  }

  /** Returns the regions of an owner, for a heap. */
  regionsOf(owner: number): Regions {
    return {
      claim: (bytes) => this.claim(Math.max(bytes, MIN_CLAIMED * REGION_BYTES), owner),
      release: ({ at, end }) => {
        const from = HEADER_BYTES + Math.ceil((at - HEADER_BYTES) / REGION_BYTES) * REGION_BYTES;
        const to = HEADER_BYTES + Math.floor((end - HEADER_BYTES) / REGION_BYTES) * REGION_BYTES;
        this.release({ at: from, end: to });
        return [
          { at, end: from },
          { at: to, end },
        ].filter((gap) => gap.at < gap.end);
      },
    };
  }

  /**
   * Returns whole regions with any content, which follow one another.
   *
   * @throws MemoryLimitError if the memory has no room
   */
  claim(bytes: number, owner: number): FreeBlock {
    const count = Math.ceil(bytes / REGION_BYTES);
    for (;;) {
      const end = (this.memory.buffer.byteLength - HEADER_BYTES) / REGION_BYTES;
      for (let first = 0, region = 0; region < end; region++) {
        if (!this.#take(region, owner)) {
          this.#releaseBetween(first, region);
          first = region + 1;
        } else if (region + 1 - first === count) return gapOf(first, region + 1);
        else if (region + 1 === end) this.#releaseBetween(first, end);
      }
      this.#grow(count);
    }
  }

  /** Makes whole regions readable for all threads. Nothing may be written to them any more. */
  publish({ at, end }: FreeBlock): void {
    for (let region = regionAt(at); region < regionAt(end); region++)
      Atomics.store(this.header, OWNERS + region, ALL_THREADS);
  }

  /** Releases whole regions. */
  release({ at, end }: FreeBlock): void {
    this.#releaseBetween(regionAt(at), regionAt(end));
  }

  /** Returns the address of `bytes` bytes in the header, which are zero and never released. Undefined if there is no room. */
  note(bytes: number): number | undefined {
    const size = Math.ceil(bytes / 8) * 8;
    // Read first, so that the sum never exceeds 32 bits.
    if (Atomics.load(this.header, NOTES_END) + size > HEADER_BYTES) return undefined;
    const at = Atomics.add(this.header, NOTES_END, size);
    return at + size > HEADER_BYTES ? undefined : at;
  }

  #take(region: number, owner: number): boolean {
    return (
      Atomics.load(this.header, OWNERS + region) === NO_OWNER &&
      Atomics.compareExchange(this.header, OWNERS + region, NO_OWNER, owner) === NO_OWNER
    );
  }

  #releaseBetween(first: number, end: number): void {
    for (let region = first; region < end; region++) Atomics.store(this.header, OWNERS + region, NO_OWNER);
  }

  #grow(count: number): void {
    const present = (this.memory.buffer.byteLength - HEADER_BYTES) / REGION_BYTES;
    const added = Math.min(Math.max(MIN_ADDED, present / 2), MAX_ADDED);
    const pages = REGION_BYTES / PAGE_BYTES;
    const before = this.memory.buffer.byteLength;
    const isGrown =
      tryGrow(this.memory, Math.ceil(count + added) * pages) || tryGrow(this.memory, count * pages);
    if (!isGrown) throw new MemoryLimitError(count * REGION_BYTES, before, undefined);
    this.#uncounted.add(this.memory.buffer.byteLength - before);
  }
}

function tryGrow(memory: WasmMemory, pages: number): boolean {
  try {
    memory.grow(pages);
    return true;
  } catch {
    return false;
  }
}

/** Returns the number of the region that begins at an address. */
function regionAt(at: number): number {
  return (at - HEADER_BYTES) / REGION_BYTES;
}

const MAX_REGIONS = (MAX_PAGES * PAGE_BYTES - HEADER_BYTES) / REGION_BYTES;

function gapOf(first: number, end: number): FreeBlock {
  return { at: HEADER_BYTES + first * REGION_BYTES, end: HEADER_BYTES + end * REGION_BYTES };
}
