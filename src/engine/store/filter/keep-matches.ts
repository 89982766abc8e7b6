import { firstIndexWhere } from "../../../values/binary-search.ts";
import { countWork } from "../../../values/work.ts";
import {
  bitmapWordCount,
  type EncodedStrings,
  type Kernels,
  type SearchString,
  type Slab,
} from "../kernels/kernels.ts";
import { withRarestPair } from "../kernels/search-string.ts";
import type { BitmapPool } from "../kernels/bitmap-pool.ts";
import { pause, UNITS_PER_STEP, type Task } from "../tasks/task.ts";
import type { Tuning, UnitCosts } from "../tasks/unit-costs.ts";

interface SearchTools {
  readonly kernels: Kernels;
  readonly bitmaps: BitmapPool;
  readonly tuning: Tuning;
}

/**
 * Clears the bits of rows whose string does not match all search strings. Returns false if the strings were released
 * before the end; the bits of rows that match are still set then.
 *
 * @param encoded returns the strings; called in each step, because they can move or be released
 */
export function* keepMatches(
  encoded: () => EncodedStrings | undefined,
  searchStrings: readonly SearchString[],
  bits: Slab,
  tools: SearchTools,
): Task<boolean> {
  const rows = encoded()?.rows ?? 0;
  for (const searchString of searchStrings) {
    const current = encoded();
    if (current === undefined) return false;
    const candidates = tools.kernels.popcount(bits, bitmapWordCount(rows));
    if (candidates === 0) break;
    // Searches of few rows take less time than the choice of bytes.
    const areMany = candidates > rows / FEW_ROWS_DIVISOR;
    const chosen = areMany ? withRarestPair(searchString, current) : searchString;
    if (!(yield* keepMatchesOf(encoded, chosen, bits, { rows, candidates }, tools))) return false;
  }
  return encoded() !== undefined;
}

interface Candidates {
  readonly rows: number;
  /** Number of rows whose bit is set. */
  readonly candidates: number;
}

/**
 * Searches all rows, in steps. The number of matches in the first rows decides whether the others are searched row by row or in
 * scans.
 */
function* keepMatchesOf(
  encoded: () => EncodedStrings | undefined,
  searchString: SearchString,
  bits: Slab,
  { rows, candidates }: Candidates,
  { kernels, tuning, bitmaps }: SearchTools,
): Task<boolean> {
  let from = 0;
  let isByRow: boolean | undefined;
  while (from < rows) {
    const current = encoded();
    if (current === undefined) return false;
    const strings = { ...current, rows };
    isByRow ??= isCheaperRowByRow(strings, { rows, candidates }, 0, tuning) ? true : undefined;
    const areLong = areLongStrings(strings, from, rows);
    const isSample = isByRow === undefined && !areLong;
    const end = areLong
      ? Math.min(from + WORD_ROWS, rows)
      : endOfStep(strings, from, isSample ? Math.min(from + sampleRows(rows), rows) : rows);
    const part = { from, end };
    const offsets = strings.starts.u32();
    countWork((offsets[end]! - offsets[from]!) / SEARCHED_BYTES_PER_UNIT);
    if (isSample || areLong || isByRow === true) kernels.findAmong(strings, searchString, bits, part);
    else {
      bitmaps.use(bits.bytes, (matches) => {
        kernels.find(strings, searchString, matches, part);
        kernels.and(bits, matches, bitmapWordCount(end - from), from / 32, from / 32);
      });
    }
    if (isSample && end < rows) {
      const share = kernels.popcount(bits, bitmapWordCount(end - from), from / 32) / (end - from);
      const remaining = { rows: rows - end, candidates: Math.min(candidates, rows - end) };
      isByRow = isCheaperRowByRow(strings, remaining, share, tuning);
    }
    from = end;
    yield* pause();
  }
  return true;
}

/** Returns the number of rows that show how to search the others: whole vectors. */
function sampleRows(rows: number): number {
  return Math.min(MAX_SAMPLE_ROWS, VECTOR_ROWS * Math.ceil(rows / VECTOR_ROWS / 16));
}

const MAX_SAMPLE_ROWS = 1024;

/**
 * Returns whether the strings of one vector of rows are too long for a step. They are then searched row by row, 32 rows
 * at a time, up to the end of the vector.
 */
function areLongStrings({ starts }: EncodedStrings, from: number, end: number): boolean {
  if (from % VECTOR_ROWS !== 0) return true;
  const offsets = starts.u32();
  return offsets[Math.min(from + VECTOR_ROWS, end)]! - offsets[from]! > STEP_BYTES;
}

/** Returns the end of the rows to search in one step: at least one vector of rows. */
function endOfStep({ starts }: EncodedStrings, from: number, end: number): number {
  const offsets = starts.u32();
  const isFar = (vector: number) =>
    offsets[Math.min(from + vector * VECTOR_ROWS, end)]! - offsets[from]! > STEP_BYTES;
  const vectors = Math.max(1, firstIndexWhere(1, Math.ceil((end - from) / VECTOR_ROWS) + 1, isFar) - 1);
  return Math.min(from + vectors * VECTOR_ROWS, end);
}

const FEW_ROWS_DIVISOR = 16;
const WORD_ROWS = 32;
const VECTOR_ROWS = 128;
/** Bytes of encoded strings that a search reads in the time of one unit of work. */
const SEARCHED_BYTES_PER_UNIT = 16;
const STEP_BYTES = UNITS_PER_STEP * SEARCHED_BYTES_PER_UNIT;

/**
 * Returns whether searching each candidate is cheaper than scanning the last `rows` rows. A scan costs time per byte, and per match
 * in any row.
 *
 * @param share estimated share of the rows that are candidates and match
 */
function isCheaperRowByRow(
  { starts, rows: end }: EncodedStrings,
  { rows, candidates }: Candidates,
  share: number,
  { searchedString, searchedByte }: UnitCosts,
): boolean {
  const offsets = starts.u32();
  const bytes = offsets[end]! - offsets[end - rows]!;
  const matches = (share / candidates) * rows ** 2;
  const scan = bytes * searchedByte + matches * MATCH_SEARCHES * searchedString;
  return candidates * searchedString * (candidates * SPARSE_DIVISOR < rows ? SPARSE_SEARCHES : 1) <= scan;
}

/** Searches of single strings that take as long as one match of a scan. */
const MATCH_SEARCHES = 2;
/** If fewer than 1 in 6 strings is searched, each is a cache miss. */
const SPARSE_DIVISOR = 6;
/** Searches of strings in the cache that take as long as one that is a cache miss. */
const SPARSE_SEARCHES = 5;
