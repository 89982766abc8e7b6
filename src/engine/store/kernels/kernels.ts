import type { Budget } from "./budget.ts";
import type { SharedStructures } from "./shared-structures.ts";
import type { Slab, StringTable } from "./slab.ts";
import type { TokenKernels } from "./tokens.ts";

export type { Slab, StringTable } from "./slab.ts";

/**
 * Operations on columns and bitmaps, implemented with typed arrays (`plain`) or WebAssembly vectors (`wasm`).
 *
 * A bitmap has one bit per row, lowest bit first, in 32-bit words. Bits after the last row are undefined.
 */
export interface Kernels {
  readonly name: "wasm" | "plain";
  readonly budget: Budget;
  /** Structures of a column that other threads read too. Undefined if a column belongs to one thread. */
  readonly shared: SharedStructures | undefined;
  /**
   * Returns a zeroed slab, which the caller must release.
   *
   * @throws MemoryLimitError
   */
  readonly allocate: (bytes: number) => Slab;
  readonly release: (slab: Slab) => void;

  /** Writes the rows of `within` with a code in `[low, high]` to `out`. `out` may be the slab `within`. */
  readonly codesBetween: (codes: CodeArray, low: number, high: number, ...to: BitmapTarget) => void;
  /** Writes the rows of `within` with `table[code] === 1` to `out`. `out` may be the slab `within`. */
  readonly codesInTable: (codes: CodeArray, table: Slab, within: Slab, out: Slab) => void;
  /** Like `codesBetween`, for doubles instead of codes. NaN is in no range. */
  readonly numbersBetween: (
    numbers: Slab,
    rows: number,
    low: number,
    high: number,
    ...to: BitmapTarget
  ) => void;

  /**
   * Writes the rows of `within` with a code in `[low, high]` to `out`, another slab. Returns the number of rows of `within`
   * with a code below `low`. Requires that the bits of `within` after the last row are zero.
   */
  readonly splitCodes: (codes: CodeArray, low: number, high: number, within: Slab, out: Slab) => number;
  /** Like `splitCodes`, for doubles instead of codes. NaN is not below `low`. */
  readonly splitNumbers: (
    numbers: Slab,
    rows: number,
    low: number,
    high: number,
    within: Slab,
    out: Slab,
  ) => number;

  /**
   * Lists the rows of `within` from row `from` on that have a code in `[low, high]`, ascending, as 32-bit numbers in `out`. Faster
   * than `splitCodes` if few rows have such a code. Ends at `codes.rows` or after it, or once `out` has no room for 32 more rows.
   *
   * Requires four bytes per code, and that the bits of `within` after the last row are zero. `from` must be 0, or the row where
   * another call ended.
   */
  readonly listCodes: (
    codes: CodeArray,
    low: number,
    high: number,
    within: Slab,
    from: number,
    out: Slab,
  ) => ListedRows;
  /** Like `listCodes`, for doubles instead of codes. NaN is in no range. */
  readonly listNumbers: (
    numbers: Slab,
    rows: number,
    low: number,
    high: number,
    within: Slab,
    from: number,
    out: Slab,
  ) => ListedRows;

  /**
   * Writes the rows of `bits` to `out`, another slab, as ascending 32-bit numbers. `words`, the number of 32-bit words in `bits`,
   * must be a multiple of 4. `out` needs room for a number for each set bit, also for those after the last row, and for three more.
   */
  readonly listRows: (bits: Slab, words: number, out: Slab) => void;

  readonly countCodes: (codes: CodeArray, low: number, high: number) => number;
  readonly countNumbers: (numbers: Slab, rows: number, low: number, high: number) => number;

  /**
   * Intersects two bitmaps. Sizes and offsets are in 32-bit words. Requires that `words` is a multiple of 4
   * (one vector).
   */
  readonly and: (out: Slab, other: Slab, words: number, outFrom?: number, otherFrom?: number) => void;
  readonly or: (out: Slab, other: Slab, words: number) => void;
  readonly andNot: (out: Slab, other: Slab, words: number) => void;
  /**
   * Counts the set bits in `words` 32-bit words from word `from` on. Requires that `words` is a multiple of
   * 4.
   */
  readonly popcount: (bits: Slab, words: number, from?: number) => number;

  /** Sets the bits of rows whose string matches the search string, and clears the bits of the other rows. */
  readonly find: (encoded: EncodedStrings, searchString: SearchString, out: Slab, rows?: RowRange) => void;
  /** Searches only the strings of rows whose bit is set. Clears the bit if the string does not match. */
  readonly findAmong: (
    encoded: EncodedStrings,
    searchString: SearchString,
    bits: Slab,
    rows: RowRange,
  ) => void;
  /**
   * Replaces the zero bytes in `[from, end)` with `SEPARATOR`. Writes the offset after each to `starts`, from index `first`
   * on. Returns false if their number is not `count`; then some of them may be replaced.
   */
  readonly separate: (strings: UnseparatedStrings) => boolean;
  /**
   * Writes the id of each string to `out`: 0 for null, the next id for a new string, or `AMBIGUOUS`.
   * Returns the new `table.count`.
   */
  readonly intern: (strings: StringBatch, table: StringTable, out: Slab) => number;
  /** Undefined without WebAssembly: the values of texts are then read one by one. */
  readonly tokens: TokenKernels | undefined;
}

/** UTF-8 strings, separated by one ASCII byte. */
export interface StringBatch {
  /** Bytes of the strings, plus 8 bytes of padding, because the kernel reads 8 bytes at a time. */
  readonly bytes: Slab;
  /**
   * End offset of the bytes. 0 if a string may contain U+FFFD or a lone surrogate: the kernel then finds the ends of strings by their
   * length in UTF-16 units, which is slower.
   */
  readonly end: number;
  /** UTF-16 length of each string, or `NULL_STRING`. */
  readonly units: Slab;
  readonly count: number;
}

export const NULL_STRING = 0xffff_ffff;

/**
 * Id of a string whose bytes contain U+FFFD. UTF-8 encoders also replace lone surrogates with U+FFFD, so
 * different strings may have the same bytes.
 */
export const AMBIGUOUS = 0xffff_ffff;

/**
 * Bitmap of the rows to test, bitmap for the matching rows, and whether the set bits of the latter are kept.
 */
export type BitmapTarget = [within: Slab, out: Slab, adds: boolean];

/** Number of listed rows, and the first row that was not tested. */
export type ListedRows = readonly [count: number, next: number];

/** Number of rows that the kernels which list rows need room for. */
export const LISTED_AT_ONCE = 32;

export interface CodeArray {
  readonly slab: Slab;
  readonly width: 1 | 2 | 4;
  readonly rows: number;
  /** Exclusive upper limit of the codes: each code is below `count`. */
  readonly count: number;
}

/** UTF-8 strings of all rows, with the byte `SEPARATOR` before and after each string. */
export interface EncodedStrings {
  readonly bytes: Slab;
  /** Offset of each string in `bytes`, plus a final offset after the last separator. */
  readonly starts: Slab;
  readonly rows: number;
}

/** UTF-8 strings with a zero byte after each. */
export interface UnseparatedStrings {
  /** Has 64 bytes of padding after `end`. */
  readonly bytes: Slab;
  readonly from: number;
  readonly end: number;
  readonly starts: Slab;
  readonly first: number;
  readonly count: number;
}

/** Rows in `[from, end)`. Requires that `from` is a multiple of 32. */
export interface RowRange {
  readonly from: number;
  readonly end: number;
}

/** Byte before and after each encoded string. It does not occur in UTF-8. */
export const SEPARATOR = 0xff;

export interface SearchString {
  /**
   * UTF-8 bytes to find. A leading separator restricts matches to the start of a string, a trailing one to
   * its end.
   */
  readonly bytes: Uint8Array;
  /** Offset of the rarest byte in `bytes`; `other` is the offset of another rare byte. */
  readonly rare: number;
  readonly other: number;
  /** Whether both bytes occur together so often that a search should not skip long parts of the strings at once. */
  readonly isDense: boolean;
  /**
   * Length of the longest proper prefix of `bytes` that ends at each byte. Present if long prefixes repeat a short part,
   * as in `ababab…`: then many overlapping offsets match in part, and a search that compares at each offset takes quadratic
   * time.
   */
  readonly borders: Int32Array | undefined;
}

/** Returns 1 if matches must be at the start of a string, otherwise 0. */
export function leadingSeparators({ bytes }: SearchString): number {
  return bytes[0] === SEPARATOR ? 1 : 0;
}

/** Returns 1 if matches must be at the end of a string, otherwise 0. */
export function trailingSeparators({ bytes }: SearchString): number {
  return bytes.at(-1) === SEPARATOR ? 1 : 0;
}

/** Returns the size of a bitmap in bytes, rounded up to whole vectors of 16 bytes. */
export function bitmapBytes(rows: number): number {
  return bitmapWordCount(rows) * 4;
}

/** Returns the size of a bitmap in 32-bit words, rounded up to whole vectors of 4 words. */
export function bitmapWordCount(rows: number): number {
  return Math.ceil(rows / 128) * 4;
}
