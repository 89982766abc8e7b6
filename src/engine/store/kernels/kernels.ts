import type { Budget } from "./budget.ts";

/**
 * Operations on columns and bitmaps, with typed arrays or WebAssembly vectors.
 *
 * A bitmap has one bit per row, lowest bit first, in 32-bit words. Bits after the last row are undefined.
 */
export interface Kernels {
  readonly name: "wasm" | "plain";
  readonly budget: Budget;
  /**
   * Returns zeroed memory, which the caller must release.
   *
   * @throws MemoryLimitError
   */
  readonly allocate: (bytes: number) => Slab;
  readonly release: (slab: Slab) => void;

  /** Sets the bits of rows of `within` with a code in `[low, high]`. `out` may be `within`. */
  readonly codesBetween: (codes: CodeArray, low: number, high: number, ...to: BitmapTarget) => void;
  /** Sets the bits of rows of `within` with `table[code] === 1`. `out` may be `within`. */
  readonly codesInTable: (codes: CodeArray, table: Slab, within: Slab, out: Slab) => void;
  /** Like `codesBetween`. NaN is in no range. */
  readonly numbersBetween: (
    numbers: Slab,
    rows: number,
    low: number,
    high: number,
    ...to: BitmapTarget
  ) => void;

  readonly countCodes: (codes: CodeArray, low: number, high: number) => number;
  readonly countNumbers: (numbers: Slab, rows: number, low: number, high: number) => number;

  /** Sizes and offsets are in 32-bit words. Works on whole vectors. */
  readonly and: (out: Slab, other: Slab, words: number, outFrom?: number, otherFrom?: number) => void;
  readonly or: (out: Slab, other: Slab, words: number) => void;
  readonly andNot: (out: Slab, other: Slab, words: number) => void;
  /** Counts the set bits of `words` words from word `from` on. Works on whole vectors. */
  readonly popcount: (bits: Slab, words: number, from?: number) => number;

  /** Sets the bits of the matching rows. */
  readonly find: (encoded: EncodedStrings, searchString: SearchString, out: Slab, rows?: RowRange) => void;
  /** Clears the bits of rows that do not match. */
  readonly findAmong: (
    encoded: EncodedStrings,
    searchString: SearchString,
    bits: Slab,
    rows: RowRange,
  ) => void;
  /**
   * Adds trigrams of rows to the block that begins with row `first`. Clears the bits of later rows in the
   * same words.
   */
  readonly addTrigrams: (
    encoded: EncodedStrings,
    rows: RowRange,
    block: TrigramSlices,
    first: number,
  ) => void;
  /**
   * Writes the id of each string to `found`: 0 for null, the next id for a new string, or `AMBIGUOUS`.
   * Returns the new number of ids.
   */
  readonly intern: (strings: StringBatch, table: StringTable, found: Slab) => number;
}

/** UTF-8 strings, separated by one ASCII byte. */
export interface StringBatch {
  /** Padded with 8 bytes. */
  readonly bytes: Slab;
  /** UTF-16 length of each string, or `NULL_STRING`. */
  readonly units: Slab;
  readonly count: number;
}

export const NULL_STRING = 0xffff_ffff;

/**
 * Id of a string whose bytes contain U+FFFD. It also replaces lone surrogates, so the bytes do not identify
 * the string.
 */
export const AMBIGUOUS = 0xffff_ffff;

/** Hash table of distinct strings. It must have room for all strings of a batch. */
export interface StringTable {
  /** Ids by hash, 0 for a free slot; linear probing. The number of slots is a power of two. */
  readonly slots: Slab;
  readonly slotCount: number;
  /** Hash and byte offset of each id. The bytes end where those of the next id begin. */
  readonly entries: Slab;
  /** Padded with 8 bytes. */
  readonly strings: Slab;
  readonly count: number;
}

/** Rows to test, bitmap to write, and whether its set bits stay set. */
export type BitmapTarget = [within: Slab, out: Slab, adds: boolean];

/** Block of memory. Get its views anew for each use: memory growth detaches them. */
export interface Slab {
  readonly bytes: number;
  readonly address: number;
  readonly u8: () => Uint8Array;
  readonly u16: () => Uint16Array;
  readonly u32: () => Uint32Array;
  readonly f64: () => Float64Array;
}

export interface CodeArray {
  readonly slab: Slab;
  readonly width: 1 | 2 | 4;
  readonly rows: number;
  /** Exclusive upper limit of the codes. */
  readonly count: number;
}

/** UTF-8 strings of all rows, with a separator before and after each. */
export interface EncodedStrings {
  readonly bytes: Slab;
  /** Offset of each string, plus a final end offset. */
  readonly starts: Slab;
  readonly rows: number;
}

/** Rows in `[from, end)`. `from` is a multiple of 32. */
export interface RowRange {
  readonly from: number;
  readonly end: number;
}

/**
 * Bit-sliced trigram index of a block of rows. A row is in a slice if its string, with the separators,
 * contains a trigram of that slice.
 */
export interface TrigramSlices {
  /** Per `trigramHash`: bit 0 is set if any row has such a trigram, bits 2 to 15 are the slice. */
  readonly table: Slab;
  /** Working memory: one word per slice, zero between calls. */
  readonly words: Slab;
  readonly slab: Slab;
  readonly slices: number;
  /** Bytes per slice. */
  readonly stride: number;
}

export const TRIGRAM_BYTES = 3;
export const TRIGRAM_HASHES = 0x1_0000;

/** Hashes may collide. */
export function trigramHash(bytes: Uint8Array, at: number): number {
  const trigram = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  return Math.imul(trigram, 0x9e37_79b1) >>> 16;
}

/** Byte before and after each string. It does not occur in UTF-8. */
export const SEPARATOR = 0xff;

export interface SearchString {
  /** UTF-8. A leading separator matches the start of a string, a trailing one its end. */
  readonly bytes: Uint8Array;
  /** Offsets of two rare bytes, the rarest first. */
  readonly rare: number;
  readonly other: number;
}

/** 0 or 1. */
export function leadingSeparators({ bytes }: SearchString): number {
  return bytes[0] === SEPARATOR ? 1 : 0;
}

/** 0 or 1. */
export function trailingSeparators({ bytes }: SearchString): number {
  return bytes.at(-1) === SEPARATOR ? 1 : 0;
}

/** Size in whole vectors. */
export function bitmapBytes(rows: number): number {
  return bitmapWordCount(rows) * 4;
}

/** Size in whole vectors. */
export function bitmapWordCount(rows: number): number {
  return Math.ceil(rows / 128) * 4;
}
