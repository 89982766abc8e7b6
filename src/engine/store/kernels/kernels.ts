import type { Budget } from "./budget.ts";

/**
 * What is done to whole columns and bitmaps. Two implementations give the same bits: loops over typed arrays, and
 * WebAssembly with 128-bit vectors. A bitmap has one bit a row, the row's lowest first, in words of 32; arrays are
 * padded to whole words, and what stands in the padding counts for nothing, since every result is cut to rows that are.
 */
export interface Kernels {
  readonly name: "wasm" | "plain";
  /** Counts what is allocated here, and what else is kept for the columns. */
  readonly budget: Budget;
  /**
   * Zeroed memory that kernels can work on. It stays until it is released.
   *
   * @throws MemoryLimitError if the budget or the platform has no more.
   */
  readonly allocate: (bytes: number) => Slab;
  readonly release: (slab: Slab) => void;

  /** Sets the bits of those rows of `within` whose code is from `low` to `high`, both included. `out` may be `within`. */
  readonly codesBetween: (codes: Codes, low: number, high: number, ...to: Target) => void;
  /** Sets the bits of those rows of `within` whose code has a 1 in the table. `out` may be `within`. */
  readonly codesInTable: (codes: Codes, table: Slab, within: Slab, out: Slab) => void;
  /** Sets the bits of those rows of `within` whose double is from `low` to `high`, both included; NaN is in no range. */
  readonly numbersBetween: (numbers: Slab, rows: number, low: number, high: number, ...to: Target) => void;

  /** How many rows have a code from `low` to `high`, both included. */
  readonly countCodes: (codes: Codes, low: number, high: number) => number;
  /** How many rows have a double from `low` to `high`, both included. */
  readonly countNumbers: (numbers: Slab, rows: number, low: number, high: number) => number;

  /** Keeps those bits of `out` that `other` has; of both so many words, from the given ones on, in whole vectors. */
  readonly and: (out: Slab, other: Slab, words: number, outFrom?: number, otherFrom?: number) => void;
  readonly or: (out: Slab, other: Slab, words: number) => void;
  /** Takes the bits of `other` out of `out`. */
  readonly andNot: (out: Slab, other: Slab, words: number) => void;
  /** How many bits of so many words are set, from the given one on, in whole vectors. */
  readonly popcount: (bits: Slab, words: number, from?: number) => number;

  /** Sets the bits of the rows in whose text the needle stands, of some rows or all. */
  readonly find: (blob: Blob, needle: Needle, out: Slab, rows?: RowRange) => void;
  /** Takes away the bits of those rows in whose text the needle does not stand. */
  readonly findAmong: (blob: Blob, needle: Needle, bits: Slab, rows: RowRange) => void;
  /** Signs rows in a block whose first row is `first`. Those that stand in a word behind them lose their signature. */
  readonly sign: (blob: Blob, rows: RowRange, block: SignedRows, first: number) => void;
  /**
   * Writes the place of each text into `found`: that of the same text in the table, or a new one behind all others. 0 is
   * for none, and `ASK` for those that may be another text than they are written like. Gives the number of places.
   */
  readonly intern: (texts: TextsInBytes, table: TextTable, found: Slab) => number;
}

/** Some texts in UTF-8, one behind the other, with one byte of ASCII between them. */
export interface TextsInBytes {
  /** With eight bytes behind the last. */
  readonly bytes: Slab;
  /** The UTF-16 units of each, or `NO_TEXT`. */
  readonly units: Slab;
  readonly count: number;
}

/** For a text that is not there. */
export const NO_TEXT = 0xffff_ffff;

/** A place that is none: the bytes of the text have U+FFFD in them, which also stands for what UTF-8 cannot hold. */
export const ASK = 0xffff_ffff;

/** Different texts, found by their bytes. There is room in it for all that may be added at once. */
export interface TextTable {
  /** Places by hash, 0 where there is none, the next free slot taken where one is taken; as many as a power of two. */
  readonly slots: Slab;
  readonly slotCount: number;
  /** Of each place a hash, and where its bytes begin; they end where those of the next begin. */
  readonly entries: Slab;
  /** Their bytes, and eight more. */
  readonly texts: Slab;
  readonly places: number;
}

/** The rows that count, the bitmap that is made, and whether bits that are set in it stay set. */
export type Target = [within: Slab, out: Slab, adds: boolean];

/** A stretch of memory. Views are asked for anew each time, since memory that grows leaves its old views empty. */
export interface Slab {
  readonly bytes: number;
  /** Where it begins in the memory of the kernels. */
  readonly at: number;
  readonly u8: () => Uint8Array;
  readonly u16: () => Uint16Array;
  readonly u32: () => Uint32Array;
  readonly f64: () => Float64Array;
}

/** One small number a row. */
export interface Codes {
  readonly slab: Slab;
  /** Bytes of a code. */
  readonly width: 1 | 2 | 4;
  readonly rows: number;
  /** All codes are below. */
  readonly count: number;
}

/** The UTF-8 texts of all rows, one after another; before, between and after them stands a byte that is in no text. */
export interface Blob {
  readonly bytes: Slab;
  /** Where the text of each row begins, and at last where one more would: all bytes that count are before. */
  readonly starts: Slab;
  readonly rows: number;
}

/** Rows from one, which begins a word of a bitmap, to before another. */
export interface RowRange {
  readonly from: number;
  readonly end: number;
}

/**
 * The signatures of a block of rows: a bitmap of them, a slice, for each set of grams. A row is in a slice if its text,
 * with the separators around it, has one of the grams.
 */
export interface SignedRows {
  /** For each `gramNumber` 16 bits: whether a row has such a gram, and above the next bit its slice. */
  readonly table: Slab;
  /** A word for each slice, all zero. */
  readonly words: Slab;
  /** The slices, one after another. */
  readonly slab: Slab;
  readonly slices: number;
  /** Bytes from one slice to the next. */
  readonly stride: number;
}

/** So many bytes side by side are a gram. */
export const GRAM_BYTES = 3;
/** There are so many numbers of grams. */
export const GRAMS = 0x1_0000;

/** The number of the gram that begins at a place: several grams may have the same. */
export function gramNumber(bytes: Uint8Array, at: number): number {
  const gram = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  return Math.imul(gram, 0x9e37_79b1) >>> 16;
}

/** The byte before and after each text of a blob. No byte of UTF-8. */
export const SEPARATOR = 0xff;

/** What is searched for in a blob. */
export interface Needle {
  /** UTF-8, with a separator in front if the text is to begin with it, and behind if it is to end with it. */
  readonly bytes: Uint8Array;
  /** The places in it of the byte that is rarest in the blob, and of another rare one. */
  readonly rare: number;
  readonly other: number;
}

/** How far into a needle the text begins that it is found in. */
export function leadOf({ bytes }: Needle): number {
  return bytes[0] === SEPARATOR ? 1 : 0;
}

/** Whether the text is to end with the needle. */
export function trailOf({ bytes }: Needle): number {
  return bytes.at(-1) === SEPARATOR ? 1 : 0;
}

/** Bytes of a bitmap, in whole vectors. */
export function bitmapBytes(rows: number): number {
  return wordsOf(rows) * 4;
}

/** Words of a bitmap, in whole vectors. */
export function wordsOf(rows: number): number {
  return Math.ceil(rows / 128) * 4;
}
