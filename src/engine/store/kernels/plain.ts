import { Budget, MemoryLimitError } from "./budget.ts";
import { intern } from "./intern.ts";
import {
  LISTED_AT_ONCE,
  type CodeArray,
  type Kernels,
  type ListedRows,
  type Slab,
  type BitmapTarget,
} from "./kernels.ts";
import { find, findAmong, separate } from "./search.ts";

/** Kernels made of typed array loops, for platforms without WebAssembly and as the reference for tests. */
export function plainKernels(budget: Budget = new Budget()): Kernels {
  return {
    name: "plain",
    budget,
    shared: undefined,
    allocate: (bytes) => {
      budget.reserve(bytes);
      try {
        return plainSlab(bytes);
      } catch {
        budget.release(bytes);
        throw new MemoryLimitError(bytes, budget.bytes, undefined);
      }
    },
    release: ({ bytes }) => budget.release(bytes),
    codesBetween,
    codesInTable,
    numbersBetween,
    splitCodes: (codes, low, high, within, out) =>
      split(typedCodes(codes), codes.rows, low, high, within, out),
    splitNumbers: (numbers, rows, low, high, within, out) =>
      split(numbers.f64(), rows, low, high, within, out),
    listCodes: (codes, low, high, within, from, out) =>
      listBetween(typedCodes(codes), codes.rows, low, high, [within, from, out, 32]),
    listNumbers: (numbers, rows, low, high, within, from, out) =>
      listBetween(numbers.f64(), rows, low, high, [within, from, out, 16]),
    listRows: (bits, words, out) => {
      const [from, to] = [bits.u32(), out.u32()];
      let filled = 0;
      for (let word = 0; word < words; word++) {
        for (let rest = from[word]!; rest !== 0; rest &= rest - 1)
          to[filled++] = (word << 5) + 31 - Math.clz32(rest & -rest);
      }
    },
    countCodes: (codes, low, high) => countBetween(typedCodes(codes), 0, codes.rows, low, high),
    countNumbers: (numbers, rows, low, high) => countBetween(numbers.f64(), 0, rows, low, high),
    and: (out, other, words, outFrom = 0, otherFrom = 0) => {
      const a = out.u32();
      const b = other.u32();
      for (let i = 0; i < words; i++) a[outFrom + i]! &= b[otherFrom + i]!;
    },
    or: (out, other, words) => {
      const a = out.u32();
      const b = other.u32();
      for (let i = 0; i < words; i++) a[i]! |= b[i]!;
    },
    andNot: (out, other, words) => {
      const a = out.u32();
      const b = other.u32();
      for (let i = 0; i < words; i++) a[i]! &= ~b[i]!;
    },
    popcount: (bits, words, from = 0) => {
      const a = bits.u32();
      let count = 0;
      for (let i = from; i < from + words; i++) count += popcount32(a[i]!);
      return count;
    },
    find,
    findAmong,
    separate,
    intern,
    tokens: undefined,
  };
}

function plainSlab(bytes: number): Slab {
  const buffer = new ArrayBuffer(Math.ceil(bytes / 16) * 16);
  const u8 = new Uint8Array(buffer);
  const u16 = new Uint16Array(buffer);
  const u32 = new Uint32Array(buffer);
  const f64 = new Float64Array(buffer);
  return { bytes, address: 0, u8: () => u8, u16: () => u16, u32: () => u32, f64: () => f64 };
}

/** Slab of 0 bytes, which need not be released. */
export const EMPTY_SLAB: Slab = plainSlab(0);

export function popcount32(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

export function typedCodes({ slab, width }: CodeArray): Uint8Array | Uint16Array | Uint32Array {
  return width === 1 ? slab.u8() : width === 2 ? slab.u16() : slab.u32();
}

function codesBetween(
  codes: CodeArray,
  low: number,
  high: number,
  ...[within, out, adds]: BitmapTarget
): void {
  const array = typedCodes(codes);
  const bits = out.u32();
  const withinBits = within.u32();
  for (let word = 0, row = 0; row < codes.rows; word++) {
    const end = Math.min(row + 32, codes.rows);
    let matches = 0;
    for (let bit = 0; row < end; row++, bit++) {
      const code = array[row]!;
      if (code >= low && code <= high) matches |= 1 << bit;
    }
    matches &= withinBits[word]!;
    bits[word] = adds ? bits[word]! | matches : matches;
  }
}

function codesInTable(codes: CodeArray, table: Slab, within: Slab, out: Slab): void {
  const array = typedCodes(codes);
  const bytes = table.u8();
  const bits = out.u32();
  const withinBits = within.u32();
  for (let word = 0, row = 0; row < codes.rows; word++) {
    const end = Math.min(row + 32, codes.rows);
    let matches = 0;
    for (let bit = 0; row < end; row++, bit++) matches |= bytes[array[row]!]! << bit;
    bits[word] = matches & withinBits[word]!;
  }
}

function numbersBetween(
  numbers: Slab,
  rows: number,
  low: number,
  high: number,
  ...[within, out, adds]: BitmapTarget
): void {
  const array = numbers.f64();
  const bits = out.u32();
  const withinBits = within.u32();
  for (let word = 0, row = 0; row < rows; word++) {
    const end = Math.min(row + 32, rows);
    let matches = 0;
    for (let bit = 0; row < end; row++, bit++) {
      const number = array[row]!;
      if (number >= low && number <= high) matches |= 1 << bit;
    }
    matches &= withinBits[word]!;
    bits[word] = adds ? bits[word]! | matches : matches;
  }
}

function split(
  numbers: Uint8Array | Uint16Array | Uint32Array | Float64Array,
  rows: number,
  low: number,
  high: number,
  within: Slab,
  out: Slab,
): number {
  const bits = out.u32();
  const selected = within.u32();
  let below = 0;
  for (let word = 0; word * 32 < rows; word++) {
    let matches = 0;
    for (let rest = selected[word]!; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      const number = numbers[word * 32 + 31 - Math.clz32(bit)]!;
      if (number < low) below++;
      else if (number >= low && number <= high) matches |= bit;
    }
    bits[word] = matches;
  }
  return below;
}

/** @param to bitmap of the rows, first row, list, and the number of rows that are tested at once */
function listBetween(
  numbers: Uint8Array | Uint16Array | Uint32Array | Float64Array,
  rows: number,
  low: number,
  high: number,
  [within, from, out, atOnce]: readonly [Slab, number, Slab, 16 | 32],
): ListedRows {
  const [selected, list] = [within.u32(), out.u32()];
  const last = out.bytes / 4 - LISTED_AT_ONCE;
  let count = 0;
  let row = from;
  for (; row < rows && count <= last; row += atOnce) {
    const word = selected[row >>> 5]!;
    const group = atOnce === 32 ? word : (word >>> (row & 16)) & 0xffff;
    for (let rest = group; rest !== 0; rest &= rest - 1) {
      const index = row + 31 - Math.clz32(rest & -rest);
      const number = numbers[index]!;
      if (number >= low && number <= high) list[count++] = index;
    }
  }
  return [count, row];
}

/** Counts the numbers at indexes `[from, end)` that are >= `low` and <= `high`. */
export function countBetween(
  array: Uint8Array | Uint16Array | Uint32Array | Float64Array,
  from: number,
  end: number,
  low: number,
  high: number,
): number {
  let count = 0;
  for (let i = from; i < end; i++) if (array[i]! >= low && array[i]! <= high) count++;
  return count;
}
