/**
 * Numbers the segments of strings (see segments.ts): equal segments get the same number. `Intl` compares each
 * distinct segment only once.
 */
import { firstIndexWhere } from "../../values/binary-search.ts";
import { intlOrder } from "../order/intl-levels.ts";
import type { StrengthOrder } from "../order/strength-order.ts";
import type { CollationSegmenter } from "./segments.ts";

/** Number of a segment that matches no segment of the search string, not even in part. */
export const OTHER = -1;
/** Number of a segment that is ignored at the strength. */
export const IGNORABLE = -2;
/** Number of a segment without a primary weight, such as a combining mark without a base character. */
export const WEIGHTLESS = -3;
/** Number of a segment whose primary weights are a proper prefix of those of a search segment, or the reverse. */
export const PARTIAL = -4;

/** Returns whether the numbered segment either equals one search segment, or matches none even in part. */
export function isUnambiguousId(id: number): boolean {
  return id >= OTHER;
}

export interface SegmentIds {
  /** Numbers of the search string's segments, without ignorable ones. */
  readonly searchIds: readonly number[];
  /** True if no search segment matches a part of another one. If false, a search must not use the numbers. */
  readonly isUnambiguous: boolean;
  /** Returns the number of the segment `[from, to)` of `text`. */
  readonly idOf: (text: string, from: number, to: number) => number;
  /** Returns whether a substring that starts with this segment can equal the search string. */
  readonly canStart: (segment: string) => boolean;
}

/** Creates a numbering for one search string. Numbers are cached by segment. */
export function makeSegmentIds(
  order: StrengthOrder,
  searchString: string,
  segmenter: CollationSegmenter,
): SegmentIds {
  const compare = order.compareStreamSafe;
  const primary = intlOrder(order.locale, "primary");
  const highest = highestSuffix(searchString);
  const boundaries = segmenter(searchString);
  const segments: string[] = [];
  let isUnambiguous = true;
  for (let i = 0; i + 1 < boundaries.length; i++) {
    const segment = searchString.slice(boundaries[i], boundaries[i + 1]);
    if (compare(segment, "") === 0) continue;
    if (primary(segment, "") === 0) isUnambiguous = false;
    segments.push(segment);
  }
  // After sorting, equal segments are adjacent, and so are segments with a common prefix of primary weights.
  const distinct = [...new Set(segments)]
    .sort(compare)
    .filter((segment, i, sorted) => i === 0 || compare(sorted[i - 1]!, segment) !== 0);
  /** Returns whether the primary weights of `part` are a prefix of those of `whole`. */
  const isPrefix = (part: string, whole: string): boolean =>
    primary(part, whole) <= 0 && primary(part + highest, whole) >= 0;
  const isProperPrefix = (part: string, whole: string): boolean =>
    primary(part, whole) < 0 && isPrefix(part, whole);
  for (let i = 1; isUnambiguous && i < distinct.length; i++) {
    if (isProperPrefix(distinct[i - 1]!, distinct[i]!)) isUnambiguous = false;
  }

  const identify = (segment: string): number => {
    if (compare(segment, "") === 0) return IGNORABLE;
    if (primary(segment, "") === 0) return WEIGHTLESS;
    const at = firstIndexWhere(0, distinct.length, (i) => compare(distinct[i]!, segment) >= 0);
    if (at < distinct.length && compare(distinct[at]!, segment) === 0) return at;
    const next = distinct[at];
    const previous = distinct[at - 1];
    if (next !== undefined && isProperPrefix(segment, next)) return PARTIAL;
    if (previous !== undefined && isProperPrefix(previous, segment)) return PARTIAL;
    return OTHER;
  };
  const canStart = (segment: string): boolean =>
    primary(segment, "") === 0 || isPrefix(segment, searchString) || isPrefix(searchString, segment);

  return {
    searchIds: segments.map(identify),
    isUnambiguous,
    idOf: cachedSegmentIds(identify),
    canStart: cacheResults(canStart),
  };
}

/**
 * Returns a suffix of U+FFFF, which has the highest primary weight. A string with this suffix is above all continuations
 * of the string that are a part of the search string, also if the search string has U+FFFF itself.
 */
export function highestSuffix(searchString: string): string {
  return "\uffff".repeat(searchString.split("\uffff").length);
}

function cachedSegmentIds(identify: (segment: string) => number): SegmentIds["idOf"] {
  const single = new Int32Array(SINGLE_UNIT_END).fill(NOT_COMPUTED);
  const longer = cacheResults(identify);
  return (text, from, to) => {
    const unit = to - from === 1 ? text.charCodeAt(from) : SINGLE_UNIT_END;
    if (unit >= SINGLE_UNIT_END) return longer(text.slice(from, to));
    const id = single[unit]!;
    return id === NOT_COMPUTED ? (single[unit] = identify(text.slice(from, to))) : id;
  };
}

const SINGLE_UNIT_END = 0x500;
const NOT_COMPUTED = -5;

/** Caches results by segment, except for long segments, which are rare and take much memory. */
function cacheResults<T>(compute: (segment: string) => T): (segment: string) => T {
  const results = new Map<string, T>();
  return (segment) => {
    if (segment.length > MAX_CACHED_LENGTH) return compute(segment);
    const stored = results.get(segment);
    if (stored !== undefined) return stored;
    if (results.size >= MAX_CACHED_SEGMENTS) results.clear();
    const result = compute(segment);
    results.set(segment, result);
    return result;
  };
}

const MAX_CACHED_LENGTH = 16;
const MAX_CACHED_SEGMENTS = 5_000;
