/**
 * A string contains a search string if a substring between two boundaries (see segments.ts) equals it. At primary,
 * `Die Straße` contains `STRASSE`, but `ß` does not contain `s`.
 * Comparing all substrings would take cubic time. Instead, each segment of the string gets the number of the equal
 * segment of the search string (segment-ids.ts), and a linear search for the sequence of numbers finds most matches.
 * Substrings are compared only near ambiguous segments: those whose weights are part of a search segment's, or the
 * reverse.
 */
import { firstIndexWhere } from "../../values/binary-search.ts";
import { intlOrder } from "../order/intl-levels.ts";
import { toStreamSafe } from "../order/stream-safe.ts";
import type { StrengthOrder } from "../order/strength-order.ts";
import { failureTable } from "../../values/failure-table.ts";
import {
  highestSuffix,
  IGNORABLE,
  isUnambiguousId,
  makeSegmentIds,
  PARTIAL,
  WEIGHTLESS,
  type SegmentIds,
} from "./segment-ids.ts";
import { collationSegmenter, type CollationSegmenter } from "./segments.ts";
import { prepareWeightSearch } from "./weight-search.ts";

export type StringTest = (text: string) => boolean;

export interface SearchTests {
  readonly contains: StringTest;
  readonly startsWith: StringTest;
  readonly endsWith: StringTest;
}

export function makeCollatedSearch(order: StrengthOrder): (searchString: string) => SearchTests {
  let segmenter: CollationSegmenter | undefined;
  return (searchString) => {
    const tables = order.weights();
    const byWeights = tables && prepareWeightSearch(tables, order.level, searchString);
    let bySegments: SearchTests | undefined;
    const search = () =>
      (bySegments ??= searchBySegments(
        order,
        (segmenter ??= collationSegmenter(order.locale)),
        searchString,
      ));
    // A string equals itself at every strength. The search by segments relies on an order of substrings, and the order
    // of ICU has defects in Thai (see strength-order.ts).
    const isSame = (text: string) => text === searchString;
    return {
      contains: (text) => byWeights?.contains(text) ?? (isSame(text) || search().contains(text)),
      startsWith: (text) => byWeights?.startsWith(text) ?? (isSame(text) || search().startsWith(text)),
      endsWith: (text) => byWeights?.endsWith(text) ?? (isSame(text) || search().endsWith(text)),
    };
  };
}

const ALWAYS: SearchTests = { contains: () => true, startsWith: () => true, endsWith: () => true };

interface Segments {
  /** The string in Stream-Safe Text Format. */
  readonly text: string;
  readonly ids: readonly number[];
  /** Start offset of each segment, plus the end offset of the last one. */
  readonly starts: readonly number[];
}

function searchBySegments(order: StrengthOrder, segmenter: CollationSegmenter, raw: string): SearchTests {
  const searchString = toStreamSafe(raw);
  const compare = order.compareStreamSafe;
  if (compare(searchString, "") === 0) return ALWAYS;
  const { searchIds, isUnambiguous, idOf, canStart } = makeSegmentIds(order, searchString, segmenter);
  const size = searchIds.length;
  const maxSegments = maxMatchingSegments(searchString);
  const failures = failureTable(searchIds);
  const substringEquals = makeSubstringEquals(order, canStart, searchString, maxSegments);

  return {
    contains(value) {
      const segments = segmentsOf(value, segmenter, idOf, Infinity);
      if (isUnambiguous && containsSequence(segments.ids, searchIds, failures)) return true;
      // A match that the number search cannot find has an ambiguous segment among its first `maxSegments` segments.
      let last = -1;
      for (let i = 0; i < segments.ids.length; i++) {
        if (isUnambiguous && isUnambiguousId(segments.ids[i]!)) continue;
        for (let start = Math.max(last + 1, i - maxSegments + 1); start <= i; start++) {
          if (substringEquals(segments, start, segments.starts[start]!)) return true;
        }
        last = i;
      }
      return false;
    },
    startsWith(value) {
      const segments = segmentsOf(value, segmenter, idOf, maxSegments + 1);
      if (isUnambiguous) {
        for (let i = 0; i < size; i++) {
          const id = segments.ids[i];
          if (id === undefined) return false;
          if (!isUnambiguousId(id)) break;
          if (id !== searchIds[i]) return false;
          if (i === size - 1) return true;
        }
      }
      return substringEquals(segments, 0, 0);
    },
    endsWith(value) {
      const { text, ids, starts } = segmentsOf(value, segmenter, idOf, Infinity);
      const from = Math.max(0, ids.length - maxSegments);
      if (isUnambiguous && ids.length >= size) {
        const at = ids.length - size;
        if (searchIds.every((id, i) => id === ids[at + i])) return true;
      }
      if (isUnambiguous && ids.slice(from).every(isUnambiguousId)) return false;
      for (let start = from; start < ids.length; start++) {
        const first = text.slice(starts[start], starts[start + 1]);
        if (canStart(first) && compare(text.slice(starts[start]), searchString) === 0) return true;
      }
      return false;
    },
  };
}

/**
 * Returns an upper bound of the number of segments in a match. Each segment has at least one collation element, and no character
 * has more than four elements per UTF-16 unit of its compatibility decomposition.
 */
function maxMatchingSegments(searchString: string): number {
  return 4 * searchString.normalize("NFKD").length + 8;
}

function segmentsOf(
  value: string,
  segmenter: CollationSegmenter,
  idOf: SegmentIds["idOf"],
  maxSegments: number,
): Segments {
  const text = toStreamSafe(value);
  const ids: number[] = [];
  const starts: number[] = [];
  // Ignorable segments are omitted. If fewer than `maxSegments` remain, the loop repeats with a higher limit.
  for (let limit = maxSegments; ; limit *= 2) {
    const boundaries = segmenter(text, limit);
    ids.length = starts.length = 0;
    let end = 0;
    for (let i = 0; i + 1 < boundaries.length && ids.length < maxSegments; i++) {
      end = boundaries[i + 1]!;
      const id = idOf(text, boundaries[i]!, end);
      if (id === IGNORABLE) continue;
      if (id === WEIGHTLESS && ids.length > 0) ids[ids.length - 1] = PARTIAL;
      ids.push(id);
      starts.push(boundaries[i]!);
    }
    if (ids.length >= maxSegments || end >= text.length) {
      starts.push(end);
      return { text, ids, starts };
    }
  }
}

/** Searches a sequence in `ids` by the algorithm of Knuth, Morris and Pratt. */
function containsSequence(
  ids: readonly number[],
  sequence: readonly number[],
  failures: Int32Array,
): boolean {
  let matched = 0;
  for (const id of ids) {
    while (matched > 0 && sequence[matched] !== id) matched = failures[matched - 1]!;
    if (sequence[matched] === id) matched++;
    if (matched === sequence.length) return true;
  }
  return false;
}

/**
 * Returns a test whether any substring that starts at offset `from` equals the search string. `first` is the index of
 * the first segment at or after `from`.
 * A longer substring never has lower primary weights, so exponential and binary search find the shortest equal
 * substring. If a substring with the highest suffix (see segment-ids.ts) is below the search string, no longer substring
 * is equal to it.
 */
function makeSubstringEquals(
  order: StrengthOrder,
  canStart: SegmentIds["canStart"],
  searchString: string,
  maxSegments: number,
) {
  const primary = intlOrder(order.locale, "primary");
  const highest = highestSuffix(searchString);
  return ({ text, ids, starts }: Segments, first: number, from: number): boolean => {
    if (first >= ids.length) return false;
    const substring = (count: number) => text.slice(from, starts[first + count]);
    if (!canStart(substring(1))) return false;
    const limit = Math.min(maxSegments, ids.length - first);
    let below = -1;
    let reached = 0;
    let difference = primary("", searchString);
    while (difference < 0) {
      if (reached === limit || primary(substring(reached) + highest, searchString) < 0) return false;
      below = reached;
      reached = Math.min(limit, Math.max(1, reached * 2));
      difference = primary(substring(reached), searchString);
    }
    const shortest = firstIndexWhere(
      below + 1,
      reached,
      (count) => primary(substring(count), searchString) >= 0,
    );
    for (let count = shortest; count <= limit; count++) {
      const candidate = substring(count);
      if (primary(candidate, searchString) !== 0) return false;
      if (order.compareStreamSafe(candidate, searchString) === 0) return true;
    }
    return false;
  };
}
