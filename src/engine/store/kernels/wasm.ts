import { Budget, MemoryLimitError } from "./budget.ts";
import { type CodeArray, type Kernels, type Slab } from "./kernels.ts";
import { INTERN_MODULE, MODULE, SEARCH_MODULE } from "./module.ts";
import { typedCodes, countBetween } from "./plain.ts";
import { wasmSearch, type SearchExports } from "./wasm-search.ts";
import { ownProperties } from "../../../values/own-properties.ts";

/** TypeScript declares WebAssembly only in its browser types. */
interface WebAssemblyLike {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => WasmMemory;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  readonly grow: (pages: number) => number;
}

type BetweenKernel = (
  at: number,
  rows: number,
  low: number,
  high: number,
  within: number,
  out: number,
  keep: number,
) => void;
type TableKernel = (at: number, rows: number, table: number, within: number, out: number) => void;
type CountKernel = (at: number, end: number, low: number, high: number) => number;
type BitwiseKernel = (out: number, other: number, end: number) => void;

interface WasmExports extends SearchExports {
  readonly between8: BetweenKernel;
  readonly between16: BetweenKernel;
  readonly between32: BetweenKernel;
  readonly betweenNumbers: BetweenKernel;
  readonly table8: TableKernel;
  readonly table16: TableKernel;
  readonly table32: TableKernel;
  readonly count8: CountKernel;
  readonly count16: CountKernel;
  readonly count32: CountKernel;
  readonly countNumbers: CountKernel;
  readonly and: BitwiseKernel;
  readonly or: BitwiseKernel;
  readonly andNot: BitwiseKernel;
  readonly popcount: (at: number, end: number) => number;
  readonly intern: (...ids: number[]) => number;
}

/**
 * Creates kernels with a WebAssembly memory of their own. Each module is smaller than 4 KB, because some
 * platforms refuse to compile larger ones synchronously.
 *
 * @param maxPages memory limit, in pages of 64 KB
 * @returns undefined if the platform lacks or forbids WebAssembly with vectors
 */
export function wasmKernels(budget: Budget = new Budget(), maxPages = MAX_PAGES): Kernels | undefined {
  const platform = (globalThis as { readonly WebAssembly?: WebAssemblyLike }).WebAssembly;
  if (platform === undefined) return undefined;
  try {
    const modules = [MODULE, SEARCH_MODULE, INTERN_MODULE].map((text) =>
      Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
    );
    if (!modules.every((bytes) => platform.validate(bytes))) return undefined;
    const memory = new platform.Memory(ownProperties({ initial: 1, maximum: maxPages }));
    const instances = modules.map(
      (bytes) => new platform.Instance(new platform.Module(bytes), { memory: { memory } }).exports as object,
    );
    const exports = Object.assign({}, ...instances) as WasmExports;
    return kernelsOf(exports, new Heap(memory, budget, maxPages));
  } catch {
    return undefined;
  }
}

function kernelsOf(wasm: WasmExports, heap: Heap): Kernels {
  const between = { 1: wasm.between8, 2: wasm.between16, 4: wasm.between32 };
  const count = { 1: wasm.count8, 2: wasm.count16, 4: wasm.count32 };
  const table = { 2: wasm.table16, 4: wasm.table32 };
  const join = (each: BitwiseKernel) => (out: Slab, other: Slab, words: number) =>
    each(out.address, other.address, out.address + words * 4);
  return {
    name: "wasm",
    budget: heap.budget,
    allocate: (bytes) => heap.allocate(bytes),
    release: (slab) => heap.release(slab),
    codesBetween: ({ slab, width, rows }, low, high, within, out, adds) => {
      between[width](
        slab.address,
        rows,
        low,
        Math.min(high, MAX_CODE[width]),
        within.address,
        out.address,
        adds ? -1 : 0,
      );
    },
    codesInTable: (codes, bytes, within, out) => {
      if (codes.width === 1) codesInByteTable(wasm, heap, codes, [bytes, within, out]);
      else table[codes.width](codes.slab.address, codes.rows, bytes.address, within.address, out.address);
    },
    numbersBetween: (numbers, rows, low, high, within, out, adds) =>
      wasm.betweenNumbers(numbers.address, rows, low, high, within.address, out.address, adds ? -1 : 0),
    countCodes: (codes, low, high) => {
      const { slab, width, rows } = codes;
      if (low > high) return 0;
      const max = Math.min(high, MAX_CODE[width]);
      const whole = rows - (rows % (COUNT_BLOCK_BYTES / width));
      const counted = count[width](slab.address, slab.address + whole * width, low, max);
      return counted + countBetween(typedCodes(codes), whole, rows, low, high);
    },
    countNumbers: (numbers, rows, low, high) => {
      const whole = rows - (rows % (COUNT_BLOCK_BYTES / 8));
      const counted = wasm.countNumbers(numbers.address, numbers.address + whole * 8, low, high);
      return counted + countBetween(numbers.f64(), whole, rows, low, high);
    },
    and: (out, other, words, outFrom = 0, otherFrom = 0) => {
      const at = out.address + outFrom * 4;
      wasm.and(at, other.address + otherFrom * 4, at + words * 4);
    },
    or: join(wasm.or),
    andNot: join(wasm.andNot),
    popcount: (bits, words, from = 0) => {
      const at = bits.address + from * 4;
      return wasm.popcount(at, at + words * 4);
    },
    ...wasmSearch(wasm, heap),
    intern: ({ bytes, units, count }, { slots, slotCount, entries, strings, count: known }, found) => {
      const table = [slots.address, slotCount - 1, entries.address, strings.address, known];
      return wasm.intern(bytes.address, units.address, found.address, count, ...table);
    },
  };
}

const MAX_CODE = { 1: 0xff, 2: 0xffff, 4: 0xffff_ffff };
/** Bytes that the counting kernels process per iteration. */
const COUNT_BLOCK_BYTES = 64;

/** Converts the byte table to 256 bits, because these fit into two vectors. */
function codesInByteTable(
  { table8 }: WasmExports,
  heap: Heap,
  { slab, rows }: CodeArray,
  [table, within, out]: readonly [Slab, Slab, Slab],
): void {
  const bits = heap.allocate(32);
  const to = bits.u8();
  const bytes = table.u8();
  const count = Math.min(bytes.length, 0x100);
  for (let code = 0; code < count; code++) {
    if (bytes[code] === 1) to[(code & 15) + (code < 0x80 ? 0 : 16)]! |= 1 << ((code >> 4) & 7);
  }
  table8(slab.address, rows, bits.address, within.address, out.address);
  heap.release(bits);
}

const PAGE_BYTES = 0x1_0000;
/** Highest size of a WebAssembly memory: 4 GB, in pages of 64 KB. */
const MAX_PAGES = 0x1_0000;

/**
 * Memory grows by up to 32 MB more than needed, because smaller growth steps trigger too many garbage
 * collections.
 */
const MAX_EXTRA_PAGES = 512;

interface Gap {
  at: number;
  end: number;
}

/** First-fit allocator that merges adjacent free blocks. */
class Heap {
  readonly budget: Budget;
  readonly #memory: WasmMemory;
  readonly #maxPages: number;
  readonly #gaps: Gap[];
  /** End offset of the highest block that was ever allocated. */
  #used = 0;

  constructor(memory: WasmMemory, budget: Budget, maxPages: number) {
    this.#memory = memory;
    this.budget = budget;
    this.#maxPages = maxPages;
    // Start after address 0, so that no slab has this address.
    this.#gaps = [{ at: ALIGNMENT, end: memory.buffer.byteLength }];
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
    if (at < this.#used) slab.u8().fill(0, 0, Math.min(size, this.#used - at));
    this.#used = Math.max(this.#used, at + size);
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
    const needed = Math.ceil(size / PAGE_BYTES);
    const max = Math.min(this.#maxPages, this.budget.limit / PAGE_BYTES);
    const wanted = Math.floor(Math.min(pages >> 1, MAX_EXTRA_PAGES, max - pages));
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

/** Alignment of slabs in bytes: a cache line, and a multiple of the vector size. */
const ALIGNMENT = 64;

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
