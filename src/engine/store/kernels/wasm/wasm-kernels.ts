import { Budget } from "../budget.ts";
import { bitmapWordCount, LISTED_AT_ONCE, type CodeArray, type Kernels, type Slab } from "../kernels.ts";
import { INTERN_MODULE, MODULE, PAGE_MODULE, SEARCH_MODULE, TOKENS_MODULE } from "./module.ts";
import { typedCodes, countBetween } from "../plain.ts";
import { canShareMemory, instantiate, type WasmMemory } from "../../../../wasm/instantiate.ts";
import { Heap, type Regions } from "./wasm-heap.ts";
import { wasmTokens, type TokenExports } from "../tokens.ts";
import { wasmSearch, type SearchExports } from "./wasm-search.ts";

type Kernel = (...args: number[]) => number;

interface WasmExports extends SearchExports, TokenExports, Record<KernelName, Kernel> {
  /** The row where the last list of rows ended. */
  readonly listedTo: { readonly value: number };
}

type KernelName =
  | `${"between" | "count"}${8 | 16 | 32 | "Numbers"}`
  | `table${8 | 16 | 32}`
  | "split32"
  | "splitNumbers"
  | "list32"
  | "listNumbers"
  | "listRows"
  | "and"
  | "or"
  | "andNot"
  | "clear"
  | "popcount"
  | "intern";

/**
 * Creates kernels with a WebAssembly memory of their own. Only one thread uses the memory, but it is shared memory if the
 * platform has that: `uncounted-bytes.ts` tells why.
 *
 * @param maxPages memory limit, in pages of 64 KB
 * @returns undefined if the platform lacks or forbids WebAssembly with vectors
 */
export function wasmKernels(budget: Budget = new Budget(), maxPages = MAX_PAGES): Kernels | undefined {
  const shared = canShareMemory() ? kernelsWith(budget, maxPages, true) : undefined;
  return shared ?? kernelsWith(budget, maxPages, false);
}

/** @param isShared whether the memory is shared */
export function kernelsWith(budget: Budget, maxPages: number, isShared: boolean): Kernels | undefined {
  const wasm = instantiate<WasmExports>(MODULES, { initial: 1, maximum: maxPages }, isShared);
  return (
    wasm && kernelsOf(wasm.exports, new Heap(wasm.memory, wasm.exports.clear, budget, maxPages, isShared))
  );
}

/** Kernels that can also read what other threads have written to their memory. */
export interface ArenaKernels extends Kernels {
  /** Returns a slab at an address that no thread writes to. Releasing it has no effect. */
  readonly borrow: (address: number, bytes: number) => Slab;
}

/**
 * Creates kernels whose memory other threads use too.
 *
 * @returns undefined if the platform lacks or forbids WebAssembly with vectors
 */
export function arenaKernels(memory: WasmMemory, regions: Regions, budget: Budget): ArenaKernels | undefined {
  const wasm = instantiate<WasmExports>(MODULES, memory, true);
  if (wasm === undefined) return undefined;
  const heap = new Heap(memory, wasm.exports.clear, budget, MAX_PAGES, true, regions);
  return {
    ...kernelsOf(wasm.exports, heap),
    borrow: (address, bytes) => heap.borrow(address, bytes),
  };
}

const MODULES = [MODULE, PAGE_MODULE, SEARCH_MODULE, INTERN_MODULE, TOKENS_MODULE];

function kernelsOf(wasm: WasmExports, heap: Heap): Kernels {
  const between = { 1: wasm.between8, 2: wasm.between16, 4: wasm.between32 };
  const count = { 1: wasm.count8, 2: wasm.count16, 4: wasm.count32 };
  const table = { 2: wasm.table16, 4: wasm.table32 };
  const applyBitwise = (kernel: Kernel) => (out: Slab, other: Slab, words: number) =>
    kernel(out.address, other.address, out.address + words * 4);
  return {
    name: "wasm",
    budget: heap.budget,
    shared: undefined,
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
    splitCodes: ({ slab, width, rows }, low, high, within, out) => {
      if (width === 4) return wasm.split32(slab.address, rows, low, high, within.address, out.address);
      const find = (from: number, to: number) =>
        between[width](slab.address, rows, from, to, within.address, out.address, 0);
      const words = bitmapWordCount(rows);
      let below = 0;
      if (low > 0) {
        out.u32().fill(0, rows >>> 5, words);
        find(0, Math.min(low - 1, MAX_CODE[width]));
        below = wasm.popcount(out.address, out.address + words * 4);
      }
      find(low, Math.min(high, MAX_CODE[width]));
      return below;
    },
    splitNumbers: (numbers, rows, low, high, within, out) => {
      // No number is in a range from NaN. But the kernel only excludes numbers below low, and no number is below NaN. With NaN as the
      // end, too, its other test (number <= end) excludes all numbers.
      const end = low !== low ? low : high;
      return wasm.splitNumbers(numbers.address, rows, low, end, within.address, out.address);
    },
    listCodes: ({ slab, rows }, low, high, within, from, out) => {
      const [at, bits] = [slab.address + from * 4, within.address + from / 8];
      const count = wasm.list32(at, from, rows, low, high, bits, out.address, lastPlace(out));
      return [count, wasm.listedTo.value];
    },
    listNumbers: (numbers, rows, low, high, within, from, out) => {
      const [at, bits] = [numbers.address + from * 8, within.address + from / 8];
      const count = wasm.listNumbers(at, from, rows, low, high, bits, out.address, lastPlace(out));
      return [count, wasm.listedTo.value];
    },
    listRows: (bits, words, out) => {
      wasm.listRows(bits.address, bits.address + words * 4, out.address);
    },
    countCodes: (codes, low, high) => {
      const { slab, width, rows } = codes;
      if (low > high) return 0;
      const max = Math.min(high, MAX_CODE[width]);
      const wholeBlocks = rows - (rows % (COUNT_BLOCK_BYTES / width));
      const counted = count[width](slab.address, slab.address + wholeBlocks * width, low, max);
      return counted + countBetween(typedCodes(codes), wholeBlocks, rows, low, high);
    },
    countNumbers: (numbers, rows, low, high) => {
      const wholeBlocks = rows - (rows % (COUNT_BLOCK_BYTES / 8));
      const counted = wasm.countNumbers(numbers.address, numbers.address + wholeBlocks * 8, low, high);
      return counted + countBetween(numbers.f64(), wholeBlocks, rows, low, high);
    },
    and: (out, other, words, outFrom = 0, otherFrom = 0) => {
      const at = out.address + outFrom * 4;
      wasm.and(at, other.address + otherFrom * 4, at + words * 4);
    },
    or: applyBitwise(wasm.or),
    andNot: applyBitwise(wasm.andNot),
    popcount: (bits, words, from = 0) => {
      const at = bits.address + from * 4;
      return wasm.popcount(at, at + words * 4);
    },
    ...wasmSearch(wasm, heap),
    tokens: wasmTokens(wasm),
    intern: ({ bytes, end, units, count }, { slots, slotCount, entries, strings, count: firstId }, out) => {
      const table = [slots.address, slotCount - 1, entries.address, strings.address, firstId];
      const stop = end === 0 ? 0 : bytes.address + end;
      return wasm.intern(bytes.address, stop, units.address, out.address, count, ...table);
    },
  };
}

/** Returns the last address that has room for all rows that are listed at once. */
function lastPlace({ address, bytes }: Slab): number {
  return address + bytes - LISTED_AT_ONCE * 4;
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

/** Highest size of a WebAssembly memory: 4 GB, in pages of 64 KB. */
export const MAX_PAGES = 0x1_0000;
