import type { Budget } from "./budget.ts";

/**
 * Operations on whole columns and bitmaps.
 *
 * There are two implementations with identical results: loops over typed arrays, and WebAssembly with 128-bit
 * vectors. A bitmap has one bit per row, lowest bit first, in 32-bit words. Arrays are padded to whole words.
 * The padding may contain anything, because results are limited to existing rows.
 */
export interface Kernels {
  readonly name: "wasm" | "plain";
  /** Budget for slabs and for the other memory of the columns. */
  readonly budget: Budget;
  /**
   * Allocates zeroed memory, which the caller must release.
   *
   * @throws MemoryLimitError if the budget or the platform has no more.
   */
  readonly allocate: (bytes: number) => Slab;
  readonly release: (slab: Slab) => void;

  /** Sets the bits of the rows of `within` whose code is in `[low, high]`. `out` may be `within`. */
  readonly codesBetween: (codes: CodeArray, low: number, high: number, ...to: BitmapTarget) => void;
  /** Sets the bits of the rows of `within` with `table[code] === 1`. `out` may be `within`. */
  readonly codesInTable: (codes: CodeArray, table: Slab, within: Slab, out: Slab) => void;
  /** Sets the bits of the rows of `within` whose double is in `[low, high]`. NaN is in no range. */
  readonly numbersBetween: (
    numbers: Slab,
    rows: number,
    low: number,
    high: number,
    ...to: BitmapTarget
  ) => void;

  /** Returns the number of rows whose code is in `[low, high]`. */
  readonly countCodes: (codes: CodeArray, low: number, high: number) => number;
  /** Returns the number of rows whose double is in `[low, high]`. */
  readonly countNumbers: (numbers: Slab, rows: number, low: number, high: number) => number;

  /**
   * Intersects `out` with `other`: `words` words of both, beginning at the given words. Works on whole
   * vectors.
   */
  readonly and: (out: Slab, other: Slab, words: number, outFrom?: number, otherFrom?: number) => void;
  readonly or: (out: Slab, other: Slab, words: number) => void;
  /** Removes the bits of `other` from `out`. */
  readonly andNot: (out: Slab, other: Slab, words: number) => void;
  /** Returns the number of set bits in `words` words, beginning at word `from`. Works on whole vectors. */
  readonly popcount: (bits: Slab, words: number, from?: number) => number;

  /** Sets the bits of the rows whose string contains the search string, among `rows` or all rows. */
  readonly find: (encoded: EncodedStrings, searchString: SearchString, out: Slab, rows?: RowRange) => void;
  /** Clears the bits of the rows whose string does not contain the search string. */
  readonly findAmong: (
    encoded: EncodedStrings,
    searchString: SearchString,
    bits: Slab,
    rows: RowRange,
  ) => void;
  /**
   * Adds the trigrams of rows to a block that begins with the row `first`. Later rows in the same word of a
   * slice lose their bits.
   */
  readonly addTrigrams: (
    encoded: EncodedStrings,
    rows: RowRange,
    block: TrigramSlices,
    first: number,
  ) => void;
  /**
   * Writes the id of each string to `found` and returns the new number of ids.
   *
   * A string that is in the table has its id there, a new string gets the next id. Null has 0. `AMBIGUOUS` is
   * written for strings that their bytes do not identify.
   */
  readonly intern: (strings: StringBatch, table: StringTable, found: Slab) => number;
}

/** Strings in UTF-8, one after another, separated by one ASCII byte. */
export interface StringBatch {
  /** Padded with 8 bytes. */
  readonly bytes: Slab;
  /** Number of UTF-16 units of each string, or `NULL_STRING`. */
  readonly units: Slab;
  readonly count: number;
}

/** Length that stands for null. */
export const NULL_STRING = 0xffff_ffff;

/**
 * Id of a string whose bytes contain U+FFFD, which also replaces lone surrogates. The bytes do not identify
 * it.
 */
export const AMBIGUOUS = 0xffff_ffff;

/** Hash table of distinct strings, looked up by their bytes. It must have room for all strings of a batch. */
export interface StringTable {
  /**
   * Ids by hash, 0 for a free slot; open addressing with linear probing. The number of slots is a power of
   * two.
   */
  readonly slots: Slab;
  readonly slotCount: number;
  /** For each id a hash and the offset of its bytes. They end where the bytes of the next id begin. */
  readonly entries: Slab;
  /** Bytes of all strings, padded with 8 bytes. */
  readonly strings: Slab;
  readonly count: number;
}

/** Rows to test, bitmap to write, and whether bits that are already set in it stay set. */
export type BitmapTarget = [within: Slab, out: Slab, adds: boolean];

/** Block of memory. Get its views anew for each use: when the memory grows, old views become empty. */
export interface Slab {
  readonly bytes: number;
  /** Address in the memory of the kernels. */
  readonly address: number;
  readonly u8: () => Uint8Array;
  readonly u16: () => Uint16Array;
  readonly u32: () => Uint32Array;
  readonly f64: () => Float64Array;
}

/** One unsigned integer per row. */
export interface CodeArray {
  readonly slab: Slab;
  readonly width: 1 | 2 | 4;
  readonly rows: number;
  /** Exclusive upper limit of the codes. */
  readonly count: number;
}

/** Strings of all rows in UTF-8, one after another. Each is preceded and followed by a separator byte. */
export interface EncodedStrings {
  readonly bytes: Slab;
  /** Offset of each string, plus the offset at which the next one would begin. */
  readonly starts: Slab;
  readonly rows: number;
}

/** Rows in `[from, end)`. `from` is a multiple of 32. */
export interface RowRange {
  readonly from: number;
  readonly end: number;
}

/**
 * Bit-sliced trigram index of a block of rows: one bitmap, a slice, per group of trigrams. A row is in a
 * slice if its string, including the separators around it, contains a trigram of the group.
 */
export interface TrigramSlices {
  /**
   * 16 bits per `trigramHash`: bit 0 is set if any row has such a trigram, and bits 2 to 15 are the slice.
   */
  readonly table: Slab;
  /** Working memory: one word per slice, zero before and after each call. */
  readonly words: Slab;
  readonly slab: Slab;
  readonly slices: number;
  /** Bytes per slice. */
  readonly stride: number;
}

export const TRIGRAM_BYTES = 3;
export const TRIGRAM_HASHES = 0x1_0000;

/** Returns the hash of the trigram at an offset. Different trigrams may have the same hash. */
export function trigramHash(bytes: Uint8Array, at: number): number {
  const trigram = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  return Math.imul(trigram, 0x9e37_79b1) >>> 16;
}

/** Byte before and after each string. It does not occur in UTF-8. */
export const SEPARATOR = 0xff;

/** Search string, prepared for encoded strings. */
export interface SearchString {
  /**
   * UTF-8, with a leading separator to match at the start of a string and a trailing one to match at its end.
   */
  readonly bytes: Uint8Array;
  /** Offset of the byte that is rarest in the searched strings, and of another rare byte. */
  readonly rare: number;
  readonly other: number;
}

/** Returns 1 if the match must be at the start of the string, else 0. */
export function leadingSeparators({ bytes }: SearchString): number {
  return bytes[0] === SEPARATOR ? 1 : 0;
}

/** Returns 1 if the match must be at the end of the string, else 0. */
export function trailingSeparators({ bytes }: SearchString): number {
  return bytes.at(-1) === SEPARATOR ? 1 : 0;
}

/** Returns the bytes of a bitmap, in whole vectors. */
export function bitmapBytes(rows: number): number {
  return bitmapWordCount(rows) * 4;
}

/** Returns the 32-bit words of a bitmap, in whole vectors. */
export function bitmapWordCount(rows: number): number {
  return Math.ceil(rows / 128) * 4;
}
