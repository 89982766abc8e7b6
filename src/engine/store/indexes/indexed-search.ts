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

/** Clears the bits of rows that lack any of the search strings. */
export function keepMatches(
  strings: SearchableStrings,
  searchStrings: readonly SearchString[],
  bits: Slab,
  tools: SearchTools,
): void {
  const { encoded, trigramIndex } = strings;
  // Rule out candidates for all search strings before any string is read.
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

/** The first rows decide whether to search each candidate or all strings. */
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

/** Merges adjacent ranges with the same kind of search. */
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
 * A search of all strings costs time per byte and per match.
 *
 * @param found estimated share of the rows with a match
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

/** In bytes read. */
const ROW_SEARCH_COST = 64;
const MATCH_COST = 128;
