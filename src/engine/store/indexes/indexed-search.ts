import { firstIndexWhere } from "../../../values/binary-search.ts";
import { countWork } from "../../../values/work.ts";
import {
  bitmapWordCount,
  type EncodedStrings,
  type Kernels,
  type RowRange,
  type SearchString,
  type Slab,
} from "../kernels/kernels.ts";
import { withRarestPair } from "../kernels/search-string.ts";
import type { BitmapPool } from "../kernels/bitmap-pool.ts";
import { singleSearchCost, type CandidateRange, type TrigramIndex } from "./trigram-index.ts";
import { pause, UNITS_PER_STEP, type Task } from "../tasks/task.ts";
import type { Tuning, UnitCosts } from "../tasks/unit-costs.ts";

export interface SearchableStrings {
  /** Returns the strings; called in each step, because they can move or be released. */
  readonly encoded: () => EncodedStrings | undefined;
  readonly trigramIndex: TrigramIndex;
}

interface SearchTools {
  readonly kernels: Kernels;
  readonly bitmaps: BitmapPool;
  readonly tuning: Tuning;
}

/**
 * Clears the bits of rows whose string does not match all search strings. Returns false if the strings were released
 * before the end; the bits of rows that match are still set then.
 */
export function* keepMatches(
  strings: SearchableStrings,
  searchStrings: readonly SearchString[],
  bits: Slab,
  tools: SearchTools,
): Task<boolean> {
  const { encoded, trigramIndex } = strings;
  const rows = encoded()?.rows ?? 0;
  const now = (): EncodedStrings | undefined => {
    const current = encoded();
    return current && { ...current, rows };
  };
  let current = now();
  // Before any string is read, rule out rows with the trigrams of all search strings.
  if (searchStrings.length > 1 && current !== undefined)
    for (const { bytes } of searchStrings) trigramIndex.narrow(bytes, current, bits, tools.tuning);
  for (const searchString of searchStrings) {
    current = now();
    if (current === undefined) return false;
    const ranges = rangesToSearch(current, trigramIndex, searchString, bits, tools);
    // Searches of few rows take less time than the choice of bytes.
    const areMany = ranges.some(({ from, end, candidates }) => candidates > (end - from) / FEW_ROWS_DIVISOR);
    const chosen = areMany ? withRarestPair(searchString, current) : searchString;
    for (const range of ranges) if (!(yield* keepMatchesIn(now, chosen, bits, range, tools))) return false;
  }
  return current !== undefined;
}

/**
 * Searches a range of rows, in steps. The number of matches in the first rows decides whether the others are searched row
 * by row or in scans.
 */
function* keepMatchesIn(
  now: () => EncodedStrings | undefined,
  searchString: SearchString,
  bits: Slab,
  range: CandidateRange,
  { kernels, tuning, bitmaps }: SearchTools,
): Task<boolean> {
  const { from: first, end } = range;
  let from = first;
  let isByRow: boolean | undefined;
  while (from < end) {
    const encoded = now();
    if (encoded === undefined) return false;
    isByRow ??= isCheaperRowByRow(encoded, range, 0, tuning) ? true : undefined;
    const areLong = areLongStrings(encoded, from, end);
    const isSample = isByRow === undefined && !areLong;
    const last = areLong
      ? Math.min(from + WORD_ROWS, end)
      : endOfStep(encoded, from, isSample ? Math.min(from + sampleRows(range), end) : end);
    const part = { from, end: last };
    countSearch(encoded, part);
    if (isSample || areLong || isByRow === true) kernels.findAmong(encoded, searchString, bits, part);
    else {
      bitmaps.use(bits.bytes, (all) => {
        kernels.find(encoded, searchString, all, part);
        kernels.and(bits, all, bitmapWordCount(last - from), from / 32, from / 32);
      });
    }
    if (isSample && last < end) {
      const found = kernels.popcount(bits, bitmapWordCount(last - from), from / 32) / (last - from);
      const rest = { from: last, end, candidates: Math.min(range.candidates, end - last) };
      isByRow = isCheaperRowByRow(encoded, rest, found, tuning);
    }
    from = last;
    yield* pause();
  }
  return true;
}

/** Returns the number of rows that show how to search the others: whole vectors. */
function sampleRows({ from, end }: RowRange): number {
  return Math.min(MAX_SAMPLE_ROWS, VECTOR_ROWS * Math.ceil((end - from) / VECTOR_ROWS / 16));
}

const MAX_SAMPLE_ROWS = 1024;

/**
 * Returns whether the strings of one vector of rows are too long for a step. They are then searched row by row, 32 rows
 * at a time, up to the end of the vector.
 */
function areLongStrings({ starts }: EncodedStrings, from: number, end: number): boolean {
  if (from % VECTOR_ROWS !== 0) return true;
  const places = starts.u32();
  return places[Math.min(from + VECTOR_ROWS, end)]! - places[from]! > STEP_BYTES;
}

/** Returns the end of the rows to search in one step: at least one vector of rows. */
function endOfStep({ starts }: EncodedStrings, from: number, end: number): number {
  const places = starts.u32();
  const isFar = (vector: number) =>
    places[Math.min(from + vector * VECTOR_ROWS, end)]! - places[from]! > STEP_BYTES;
  const vectors = Math.max(1, firstIndexWhere(1, Math.ceil((end - from) / VECTOR_ROWS) + 1, isFar) - 1);
  return Math.min(from + vectors * VECTOR_ROWS, end);
}

function countSearch({ starts }: EncodedStrings, { from, end }: RowRange): void {
  const places = starts.u32();
  countWork((places[end]! - places[from]!) / SEARCHED_BYTES_PER_UNIT);
}

const FEW_ROWS_DIVISOR = 16;
const WORD_ROWS = 32;
const VECTOR_ROWS = 128;
/** Bytes of encoded strings that a search reads in the time of one unit of work. */
const SEARCHED_BYTES_PER_UNIT = 16;
const STEP_BYTES = UNITS_PER_STEP * SEARCHED_BYTES_PER_UNIT;

/**
 * Returns the ranges of rows to search. Merges adjacent ranges with the same kind of search: row by row or in
 * one scan.
 */
function rangesToSearch(
  encoded: EncodedStrings,
  trigramIndex: TrigramIndex,
  { bytes }: SearchString,
  bits: Slab,
  { kernels, tuning }: SearchTools,
): CandidateRange[] {
  const ranges: CandidateRange[] = [];
  const add = (range: CandidateRange) => {
    const before = ranges.at(-1);
    if (
      before?.end === range.from &&
      isCheaperRowByRow(encoded, before, 0, tuning) === isCheaperRowByRow(encoded, range, 0, tuning)
    )
      ranges[ranges.length - 1] = {
        ...range,
        from: before.from,
        candidates: before.candidates + range.candidates,
      };
    else ranges.push(range);
  };
  for (const range of trigramIndex.narrow(bytes, encoded, bits, tuning)) add(range);
  const from = trigramIndex.coveredRows(bytes, encoded);
  if (from < encoded.rows) {
    const candidates = kernels.popcount(bits, bitmapWordCount(encoded.rows - from), from / 32);
    const range = { from, end: encoded.rows, candidates };
    const single = singleSearchCost(encoded, range, tuning);
    const scan = (encoded.rows - from) * (single - tuning.searchedString);
    trigramIndex.countLoss(bytes, Math.min(candidates * single, scan));
    if (candidates > 0) add(range);
  }
  return ranges;
}

/**
 * Returns whether searching each candidate is cheaper than scanning the whole range. A scan costs time per
 * byte and per match.
 *
 * @param found estimated share of the rows that match
 */
function isCheaperRowByRow(
  encoded: EncodedStrings,
  range: CandidateRange,
  found: number,
  costs: UnitCosts,
): boolean {
  const single = singleSearchCost(encoded, range, costs);
  const rows = range.end - range.from;
  const { searchedString } = costs;
  return (
    range.candidates * single <= rows * (single - searchedString + found * MATCH_SEARCHES * searchedString)
  );
}

/** A scan finds a match in the time in which so many searches of single strings begin. */
const MATCH_SEARCHES = 2;
