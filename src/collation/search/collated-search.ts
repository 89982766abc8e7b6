/**
 * Search below identical. A text contains a needle if some stretch of it between two boundaries (see chunks.ts) equals
 * the needle at the strength; startsWith and endsWith pin one end. So at primary `Die Straße` contains `STRASSE`, but
 * `ß` does not contain `s`; and a Czech `chata` does not start with `c`.
 *
 * Trying all stretches would be cubic. Instead the text is cut into its pieces, pieces without weight are dropped, and
 * each is looked up among the needle's pieces. As a rule each piece of the text equals one of the needle's or has
 * nothing to do with any: then a text is a row of numbers, and the search for the needle's row is linear. Only where a
 * piece covers a part of the needle's pieces, or they a part of it (`ß` against `s`), are stretches compared as texts,
 * and only those near it.
 */
import { firstIndexWhere } from "../../values/binary-search.ts";
import { collationSegmenter, type CollationSegmenter } from "./segments.ts";
import type { StrengthOrder } from "../order/strength-order.ts";
import { intlOrder } from "../order/intl-levels.ts";
import { toStreamSafe } from "../order/stream-safe.ts";
import {
  IGNORABLE,
  isUnambiguousId,
  makeSegmentIds,
  PARTIAL,
  WEIGHTLESS,
  type SegmentIds,
} from "./segment-ids.ts";
import { prepareWeightSearch } from "./weight-search.ts";

export type StringTest = (text: string) => boolean;

/** Tests for one needle. */
export interface SearchTests {
  readonly contains: StringTest;
  readonly startsWith: StringTest;
  readonly endsWith: StringTest;
}

/** Makes the search of a collation: a function that prepares needles. */
export function makeCollatedSearch(collation: StrengthOrder): (needle: string) => SearchTests {
  let cut: CollationSegmenter | undefined;
  return (needle) => {
    const letters = collation.weights();
    const plain = letters && prepareWeightSearch(letters, collation.level, needle);
    let thorough: SearchTests | undefined;
    const search = () =>
      (thorough ??= prepareThorough(collation, (cut ??= collationSegmenter(collation.locale)), needle));
    if (plain === undefined) return search();
    return {
      contains: (text) => plain.contains(text) ?? search().contains(text),
      startsWith: (text) => plain.startsWith(text) ?? search().startsWith(text),
      endsWith: (text) => plain.endsWith(text) ?? search().endsWith(text),
    };
  };
}

const ALWAYS: SearchTests = { contains: () => true, startsWith: () => true, endsWith: () => true };

/** The pieces of a text that have weight: what each is, where it starts and, at the end, where the text ends. */
interface Pieces {
  readonly text: string;
  readonly ids: readonly number[];
  readonly starts: readonly number[];
}

function prepareThorough(collation: StrengthOrder, cut: CollationSegmenter, wanted: string): SearchTests {
  const needle = toStreamSafe(wanted);
  const compare = collation.compareStreamSafe;
  if (compare(needle, "") === 0) return ALWAYS;
  const lookUp = makeSegmentIds(collation, needle, cut);
  const size = lookUp.searchIds.length;
  const most = mostPieces(needle);
  const steps = failureSteps(lookUp.searchIds);
  const stretchEquals = makeStretchEquals(collation, lookUp, needle, most);

  return {
    contains(whole) {
      const pieces = takePieces(whole, cut, lookUp, Infinity);
      if (lookUp.isUnambiguous && holdsRow(pieces.ids, lookUp.searchIds, steps)) return true;
      // A stretch that is not clean has a piece that is not, among the first `most`.
      let last = -1;
      for (let i = 0; i < pieces.ids.length; i++) {
        if (lookUp.isUnambiguous && isUnambiguousId(pieces.ids[i]!)) continue;
        for (let start = Math.max(last + 1, i - most + 1); start <= i; start++) {
          if (stretchEquals(pieces, start, pieces.starts[start]!)) return true;
        }
        last = i;
      }
      return false;
    },
    startsWith(whole) {
      const pieces = takePieces(whole, cut, lookUp, most + 1);
      if (lookUp.isUnambiguous) {
        for (let i = 0; i < size; i++) {
          const id = pieces.ids[i];
          if (id === undefined) return false;
          if (!isUnambiguousId(id)) break;
          if (id !== lookUp.searchIds[i]) return false;
          if (i === size - 1) return true;
        }
      }
      return stretchEquals(pieces, 0, 0);
    },
    endsWith(whole) {
      const { text, ids, starts } = takePieces(whole, cut, lookUp, Infinity);
      const from = Math.max(0, ids.length - most);
      if (lookUp.isUnambiguous && ids.length >= size) {
        const at = ids.length - size;
        if (lookUp.searchIds.every((id, i) => id === ids[at + i])) return true;
      }
      if (lookUp.isUnambiguous && ids.slice(from).every(isUnambiguousId)) return false;
      for (let start = from; start < ids.length; start++) {
        const first = text.slice(starts[start], starts[start + 1]);
        if (lookUp.canStart(first) && compare(text.slice(starts[start]), needle) === 0) return true;
      }
      return false;
    },
  };
}

/**
 * How many pieces with weight a text can have that equals the needle: each has a collation element at least, and no
 * character has more than four times as many as its compatibility decomposition has units.
 */
function mostPieces(needle: string): number {
  return 4 * needle.normalize("NFKD").length + 8;
}

function takePieces(whole: string, cut: CollationSegmenter, lookUp: SegmentIds, most: number): Pieces {
  const text = toStreamSafe(whole);
  const ids: number[] = [];
  const starts: number[] = [];
  // Pieces without weight do not count, so when too few are left more is cut.
  for (let asked = most; ; asked *= 2) {
    const boundaries = cut(text, asked);
    ids.length = starts.length = 0;
    let end = 0;
    for (let i = 0; i + 1 < boundaries.length && ids.length < most; i++) {
      end = boundaries[i + 1]!;
      const id = lookUp.idOf(text, boundaries[i]!, end);
      if (id === IGNORABLE) continue;
      // A mark that stands alone counts as one of the piece before it.
      if (id === WEIGHTLESS && ids.length > 0) ids[ids.length - 1] = PARTIAL;
      ids.push(id);
      starts.push(boundaries[i]!);
    }
    if (ids.length >= most || end >= text.length) {
      starts.push(end);
      return { text, ids, starts };
    }
  }
}

/** Whether the row of the needle stands in the row of the text (Knuth, Morris and Pratt). */
function holdsRow(row: readonly number[], needle: readonly number[], steps: readonly number[]): boolean {
  let matched = 0;
  for (const id of row) {
    while (matched > 0 && needle[matched] !== id) matched = steps[matched - 1]!;
    if (needle[matched] === id) matched++;
    if (matched === needle.length) return true;
  }
  return false;
}

function failureSteps(needle: readonly number[]): readonly number[] {
  const steps = needle.map(() => 0);
  for (let i = 1, matched = 0; i < needle.length; i++) {
    while (matched > 0 && needle[matched] !== needle[i]) matched = steps[matched - 1]!;
    if (needle[matched] === needle[i]) matched++;
    steps[i] = matched;
  }
  return steps;
}

/**
 * Makes the test whether some stretch from `from`, which is at a piece or before the first, equals the needle. As a stretch grows its first-level
 * weights only get longer, so those that match the needle's are neighbors and are found by halving. A text followed by
 * U+FFFF, which outweighs all else, still ranks below the needle only if it has left the needle's path.
 */
function makeStretchEquals(collation: StrengthOrder, lookUp: SegmentIds, needle: string, most: number) {
  const primary = intlOrder(collation.locale, "primary");
  return ({ text, ids, starts }: Pieces, first: number, from: number): boolean => {
    if (first >= ids.length) return false;
    const stretch = (count: number) => text.slice(from, starts[first + count]);
    if (!lookUp.canStart(stretch(1))) return false;
    const limit = Math.min(most, ids.length - first);
    let below = -1;
    let reached = 0;
    for (let order = primary("", needle); order < 0; order = primary(stretch(reached), needle)) {
      if (reached === limit || primary(`${stretch(reached)}\uffff`, needle) < 0) return false;
      below = reached;
      reached = Math.min(limit, Math.max(1, reached * 2));
    }
    const shortest = firstIndexWhere(below + 1, reached, (count) => primary(stretch(count), needle) >= 0);
    for (let count = shortest; count <= limit; count++) {
      const part = stretch(count);
      if (primary(part, needle) !== 0) return false;
      if (collation.compareStreamSafe(part, needle) === 0) return true;
    }
    return false;
  };
}
