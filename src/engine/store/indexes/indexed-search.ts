import {
  bitmapWordCount,
  type EncodedStrings,
  type Kernels,
  type SearchString,
  type Slab,
} from "../kernels/kernels.ts";
import type { BitmapPool } from "../kernels/bitmap-pool.ts";
import type { CandidateRange, TrigramIndex } from "./trigram-index.ts";
import type { Thresholds } from "../tasks/thresholds.ts";

export interface SearchableStrings {
  readonly encoded: EncodedStrings;
  readonly trigramIndex: TrigramIndex;
}

interface SearchTools {
  readonly kernels: Kernels;
  readonly bitmaps: BitmapPool;
  readonly thresholds: Thresholds;
}

/** Clears the bits of rows whose string does not match all search strings. */
export function keepMatches(
  strings: SearchableStrings,
  searchStrings: readonly SearchString[],
  bits: Slab,
  tools: SearchTools,
): void {
  const { encoded, trigramIndex } = strings;
  // Before any string is read, rule out rows with the trigrams of all search strings.
  if (searchStrings.length > 1)
    for (const { bytes } of searchStrings) trigramIndex.narrow(bytes, encoded, bits, tools.thresholds);
  for (const searchString of searchStrings) keepMatchesOf(strings, searchString, bits, tools);
}

function keepMatchesOf(
  strings: SearchableStrings,
  searchString: SearchString,
  bits: Slab,
  tools: SearchTools,
): void {
  const { encoded } = strings;
  for (const range of rangesToSearch(strings, searchString, bits, tools)) {
    if (isCheaperRowByRow(encoded, range, 0)) tools.kernels.findAmong(encoded, searchString, bits, range);
    else keepMatchesByScan(encoded, searchString, bits, range, tools);
  }
}

/**
 * Searches the first rows one by one. Their number of matches decides whether the rest is searched row by row
 * or in one scan.
 */
function keepMatchesByScan(
  encoded: EncodedStrings,
  searchString: SearchString,
  bits: Slab,
  range: CandidateRange,
  tools: SearchTools,
): void {
  const { kernels, bitmaps, thresholds } = tools;
  const from = Math.min(range.from + thresholds.searchSampleRows, range.end);
  let found = 0;
  if (from > range.from) {
    kernels.findAmong(encoded, searchString, bits, { from: range.from, end: from });
    found = kernels.popcount(bits, bitmapWordCount(from - range.from), range.from / 32) / (from - range.from);
  }
  if (from === range.end) return;
  const rest = { from, end: range.end, candidates: Math.min(range.candidates, range.end - from) };
  if (isCheaperRowByRow(encoded, rest, found)) return kernels.findAmong(encoded, searchString, bits, rest);
  bitmaps.use(bits.bytes, (all) => {
    kernels.find(encoded, searchString, all, rest);
    kernels.and(bits, all, bitmapWordCount(range.end - from), from / 32, from / 32);
  });
}

/**
 * Returns the ranges of rows to search. Merges adjacent ranges with the same kind of search: row by row or in
 * one scan.
 */
function rangesToSearch(
  { encoded, trigramIndex }: SearchableStrings,
  { bytes }: SearchString,
  bits: Slab,
  { kernels, thresholds }: SearchTools,
): CandidateRange[] {
  const ranges: CandidateRange[] = [];
  const add = (range: CandidateRange) => {
    const before = ranges.at(-1);
    if (
      before?.end === range.from &&
      isCheaperRowByRow(encoded, before, 0) === isCheaperRowByRow(encoded, range, 0)
    )
      ranges[ranges.length - 1] = {
        ...range,
        from: before.from,
        candidates: before.candidates + range.candidates,
      };
    else ranges.push(range);
  };
  for (const range of trigramIndex.narrow(bytes, encoded, bits, thresholds)) add(range);
  const from = trigramIndex.coveredRows(bytes, encoded);
  if (from < encoded.rows) {
    const candidates = kernels.popcount(bits, bitmapWordCount(encoded.rows - from), from / 32);
    const range = { from, end: encoded.rows, candidates };
    trigramIndex.countScannedRows(
      bytes,
      isCheaperRowByRow(encoded, range, 0) ? candidates : encoded.rows - from,
    );
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
  { starts }: EncodedStrings,
  { from, end, candidates }: CandidateRange,
  found: number,
): boolean {
  const places = starts.u32();
  const rows = end - from;
  const bytes = places[end]! - places[from]!;
  return candidates * (ROW_SEARCH_COST + bytes / rows) <= bytes + found * rows * MATCH_COST;
}

/** Fixed cost of searching one row, in bytes that a scan reads in the same time. */
const ROW_SEARCH_COST = 64;
const MATCH_COST = 128;
