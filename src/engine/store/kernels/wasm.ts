import { Budget, MemoryLimitError } from "./budget.ts";
import { type Codes, type Kernels, type Slab } from "./kernels.ts";
import { INTERN_MODULE, MODULE, SEARCH_MODULE } from "./module.ts";
import { arrayOf, countBetween } from "./plain.ts";
import { wasmSearch, type SearchExports } from "./wasm-search.ts";

/** What is used of WebAssembly: the types of the platform come with those of browsers alone. */
interface WebAssemblyLike {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

interface Memory {
  readonly buffer: ArrayBuffer;
  readonly grow: (pages: number) => number;
}

type Between = (
  at: number,
  rows: number,
  low: number,
  high: number,
  within: number,
  out: number,
  keep: number,
) => void;
type Table = (at: number, rows: number, table: number, within: number, out: number) => void;
type Count = (at: number, end: number, low: number, high: number) => number;
type Join = (out: number, other: number, end: number) => void;

interface Exports extends SearchExports {
  readonly between8: Between;
  readonly between16: Between;
  readonly between32: Between;
  readonly betweenNumbers: Between;
  readonly table8: Table;
  readonly table16: Table;
  readonly table32: Table;
  readonly count8: Count;
  readonly count16: Count;
  readonly count32: Count;
  readonly countNumbers: Count;
  readonly and: Join;
  readonly or: Join;
  readonly andNot: Join;
  readonly popcount: (at: number, end: number) => number;
  readonly intern: (...places: number[]) => number;
}

/**
 * Kernels in WebAssembly, with memory of their own. Undefined where the platform has none, or none with vectors, or does
 * not allow it. A module has less than 4 KB: so much every platform makes at once.
 *
 * @param mostPages what its memory may grow to, in pages of 64 KB
 */
export function wasmKernels(budget: Budget = new Budget(), mostPages = MOST_PAGES): Kernels | undefined {
  const platform = (globalThis as { readonly WebAssembly?: WebAssemblyLike }).WebAssembly;
  if (platform === undefined) return undefined;
  try {
    const modules = [MODULE, SEARCH_MODULE, INTERN_MODULE].map((text) =>
      Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
    );
    if (!modules.every((bytes) => platform.validate(bytes))) return undefined;
    const memory = new platform.Memory({ initial: 1, maximum: mostPages });
    const instances = modules.map(
      (bytes) => new platform.Instance(new platform.Module(bytes), { memory: { memory } }).exports as object,
    );
    const exports = Object.assign({}, ...instances) as Exports;
    return kernelsOf(exports, new Heap(memory, budget, mostPages));
  } catch {
    return undefined;
  }
}

function kernelsOf(wasm: Exports, heap: Heap): Kernels {
  const between = { 1: wasm.between8, 2: wasm.between16, 4: wasm.between32 };
  const count = { 1: wasm.count8, 2: wasm.count16, 4: wasm.count32 };
  const table = { 2: wasm.table16, 4: wasm.table32 };
  const join = (each: Join) => (out: Slab, other: Slab, words: number) =>
    each(out.at, other.at, out.at + words * 4);
  return {
    name: "wasm",
    budget: heap.budget,
    allocate: (bytes) => heap.allocate(bytes),
    release: (slab) => heap.release(slab),
    codesBetween: ({ slab, width, rows }, low, high, within, out, adds) => {
      between[width](slab.at, rows, low, Math.min(high, MOST_CODE[width]), within.at, out.at, adds ? -1 : 0);
    },
    codesInTable: (codes, bytes, within, out) => {
      if (codes.width === 1) inSmallTable(wasm, heap, codes, [bytes, within, out]);
      else table[codes.width](codes.slab.at, codes.rows, bytes.at, within.at, out.at);
    },
    numbersBetween: (numbers, rows, low, high, within, out, adds) =>
      wasm.betweenNumbers(numbers.at, rows, low, high, within.at, out.at, adds ? -1 : 0),
    countCodes: (codes, low, high) => {
      const { slab, width, rows } = codes;
      if (low > high) return 0;
      const most = Math.min(high, MOST_CODE[width]);
      const whole = rows - (rows % (STEP / width));
      const counted = count[width](slab.at, slab.at + whole * width, low, most);
      return counted + countBetween(arrayOf(codes), whole, rows, low, high);
    },
    countNumbers: (numbers, rows, low, high) => {
      const whole = rows - (rows % (STEP / 8));
      const counted = wasm.countNumbers(numbers.at, numbers.at + whole * 8, low, high);
      return counted + countBetween(numbers.f64(), whole, rows, low, high);
    },
    and: (out, other, words, outFrom = 0, otherFrom = 0) => {
      const at = out.at + outFrom * 4;
      wasm.and(at, other.at + otherFrom * 4, at + words * 4);
    },
    or: join(wasm.or),
    andNot: join(wasm.andNot),
    popcount: (bits, words, from = 0) => {
      const at = bits.at + from * 4;
      return wasm.popcount(at, at + words * 4);
    },
    ...wasmSearch(wasm, heap),
    intern: ({ bytes, units, count }, { slots, slotCount, entries, texts, places }, found) => {
      const table = [slots.at, slotCount - 1, entries.at, texts.at, places];
      return wasm.intern(bytes.at, units.at, found.at, count, ...table);
    },
  };
}

/** The highest code of so many bytes. */
const MOST_CODE = { 1: 0xff, 2: 0xffff, 4: 0xffff_ffff };
/** Bytes that are counted at a step. */
const STEP = 64;

/** A table of 256 codes is two vectors of bits. */
function inSmallTable(
  { table8 }: Exports,
  heap: Heap,
  { slab, rows }: Codes,
  [table, within, out]: readonly [Slab, Slab, Slab],
): void {
  const bits = heap.allocate(32);
  const to = bits.u8();
  const bytes = table.u8();
  const count = Math.min(bytes.length, 0x100);
  for (let code = 0; code < count; code++) {
    if (bytes[code] === 1) to[(code & 15) + (code < 0x80 ? 0 : 16)]! |= 1 << ((code >> 4) & 7);
  }
  table8(slab.at, rows, bits.at, within.at, out.at);
  heap.release(bits);
}

const PAGE = 0x1_0000;
/** 4 GB. */
const MOST_PAGES = 0x1_0000;

/** So many pages are taken before they are needed: 32 MB. Where memory grows by less, the collector of garbage runs too often. */
const MOST_AHEAD = 512;

/** A stretch that is free: where it begins and where it ends. */
interface Gap {
  at: number;
  end: number;
}

/** Gives out parts of a memory that grows. A part is in one piece; parts that are given back are joined. */
class Heap {
  readonly budget: Budget;
  readonly #memory: Memory;
  readonly #mostPages: number;
  /** In the order of their places. */
  readonly #gaps: Gap[];
  /** All that was ever given out ends here. */
  #used = 0;

  constructor(memory: Memory, budget: Budget, mostPages: number) {
    this.#memory = memory;
    this.budget = budget;
    this.#mostPages = mostPages;
    // Nothing is at 0, so that a place is always true.
    this.#gaps = [{ at: ALIGNMENT, end: memory.buffer.byteLength }];
  }

  /** @throws MemoryLimitError if there is no more memory. */
  allocate(bytes: number): Slab {
    const size = Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
    this.budget.take(size);
    try {
      return this.#place(bytes, size);
    } catch {
      this.budget.give(size);
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
    // What was never given out is zero as it came.
    if (at < this.#used) slab.u8().fill(0, 0, Math.min(size, this.#used - at));
    this.#used = Math.max(this.#used, at + size);
    return slab;
  }

  release(slab: Slab): void {
    if (!(slab instanceof HeapSlab))
      throw new TypeError("A slab is released by the kernels that gave it out.");
    const { size } = slab;
    this.budget.give(size);
    const next = this.#gaps.findIndex(({ at }) => at > slab.at);
    const index = next < 0 ? this.#gaps.length : next;
    this.#gaps.splice(index, 0, { at: slab.at, end: slab.at + size });
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
    const pages = before / PAGE;
    // More than is needed, so that what grows by little is not moved each time, but not more than may be taken.
    const needed = Math.ceil(size / PAGE);
    const most = Math.min(this.#mostPages, this.budget.limit / PAGE);
    const wanted = Math.floor(Math.min(pages >> 1, MOST_AHEAD, most - pages));
    try {
      this.#memory.grow(Math.max(needed, wanted));
    } catch (error) {
      if (wanted <= needed) throw error;
      this.#memory.grow(needed);
    }
    const end = this.#memory.buffer.byteLength;
    const last = this.#gaps.at(-1);
    if (last?.end === before) last.end = end;
    else this.#gaps.push({ at: before, end });
    return this.#gaps.length - 1;
  }
}

/** Whole vectors, and no two parts on one line of the cache. */
const ALIGNMENT = 64;

class HeapSlab implements Slab {
  readonly at: number;
  readonly bytes: number;
  /** What is taken of the memory. */
  readonly size: number;
  readonly #memory: Memory;
  #u8: Uint8Array | undefined;
  #u16: Uint16Array | undefined;
  #u32: Uint32Array | undefined;
  #f64: Float64Array | undefined;

  constructor(memory: Memory, at: number, bytes: number, size: number) {
    this.#memory = memory;
    this.at = at;
    this.bytes = bytes;
    this.size = size;
  }

  u8(): Uint8Array {
    const { buffer } = this.#memory;
    if (this.#u8?.buffer !== buffer) this.#u8 = new Uint8Array(buffer, this.at, this.size);
    return this.#u8;
  }

  u16(): Uint16Array {
    const { buffer } = this.#memory;
    if (this.#u16?.buffer !== buffer) this.#u16 = new Uint16Array(buffer, this.at, this.size / 2);
    return this.#u16;
  }

  u32(): Uint32Array {
    const { buffer } = this.#memory;
    if (this.#u32?.buffer !== buffer) this.#u32 = new Uint32Array(buffer, this.at, this.size / 4);
    return this.#u32;
  }

  f64(): Float64Array {
    const { buffer } = this.#memory;
    if (this.#f64?.buffer !== buffer) this.#f64 = new Float64Array(buffer, this.at, this.size / 8);
    return this.#f64;
  }
}
