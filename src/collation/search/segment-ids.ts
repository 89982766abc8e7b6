/**
 * What each piece of a text is to a needle, as a number. Pieces that equal each other at the strength have one number.
 */
import { firstIndexWhere } from "../../values/binary-search.ts";
import type { CollationSegmenter } from "./segments.ts";
import type { StrengthOrder } from "../order/strength-order.ts";
import { intlOrder, type Compare } from "../order/intl-levels.ts";

/** The piece has nothing to do with any of the needle's. */
export const OTHER = -1;
/** The piece has no weight at the strength. */
export const IGNORABLE = -2;
/** The piece has weight, but none at the first level: a mark that stands alone. */
export const WEIGHTLESS = -3;
/** At the first level the piece begins like one of the needle's, or the other way round, but is not as long. */
export const PARTIAL = -4;

/** Whether a piece can only match one piece of the needle, or none. */
export function isUnambiguousId(id: number): boolean {
  return id >= OTHER;
}

export interface SegmentIds {
  /** The needle's pieces that have weight. */
  readonly searchIds: readonly number[];
  /** Whether all of them are clean against each other. If not, their numbers mean nothing. */
  readonly isUnambiguous: boolean;
  /** What the piece of a text from one offset to another is. */
  idOf(text: string, from: number, to: number): number;
  /** Whether a stretch that begins with this piece can equal the needle. */
  canStart(piece: string): boolean;
}

/** Makes the look-up for a needle. It remembers what it is asked. */
export function makeSegmentIds(
  collation: StrengthOrder,
  needle: string,
  cut: CollationSegmenter,
): SegmentIds {
  const compare = collation.compareStreamSafe;
  const primary = intlOrder(collation.locale, "primary");
  const boundaries = cut(needle);
  const pieces: string[] = [];
  let clean = true;
  for (let i = 0; i + 1 < boundaries.length; i++) {
    const piece = needle.slice(boundaries[i], boundaries[i + 1]);
    if (compare(piece, "") === 0) continue;
    if (primary(piece, "") === 0) clean = false;
    pieces.push(piece);
  }
  // In the order of the strength, equals are neighbors, and so are those that begin alike at the first level.
  const distinct = [...new Set(pieces)]
    .sort(compare)
    .filter((piece, i, all) => i === 0 || compare(all[i - 1]!, piece) !== 0);
  for (let i = 1; clean && i < distinct.length; i++) {
    if (primary(distinct[i - 1]!, distinct[i]!) < 0 && begins(primary, distinct[i - 1]!, distinct[i]!))
      clean = false;
  }

  const identify = (piece: string): number => {
    if (compare(piece, "") === 0) return IGNORABLE;
    if (primary(piece, "") === 0) return WEIGHTLESS;
    const at = firstIndexWhere(0, distinct.length, (i) => compare(distinct[i]!, piece) >= 0);
    if (at < distinct.length && compare(distinct[at]!, piece) === 0) return at;
    const next = distinct[at];
    const previous = distinct[at - 1];
    if (next !== undefined && primary(piece, next) < 0 && begins(primary, piece, next)) return PARTIAL;
    if (previous !== undefined && primary(previous, piece) < 0 && begins(primary, previous, piece))
      return PARTIAL;
    return OTHER;
  };
  const mayStart = (piece: string): boolean =>
    primary(piece, "") === 0 || begins(primary, piece, needle) || begins(primary, needle, piece);

  return {
    searchIds: pieces.map(identify),
    isUnambiguous: clean,
    idOf: rememberPieces(identify),
    canStart: remember(mayStart),
  };
}

/** Whether the first-level weights of `whole` begin with those of `part`. U+FFFF outweighs all else. */
function begins(primary: Compare, part: string, whole: string): boolean {
  return primary(part, whole) <= 0 && primary(`${part}\uffff`, whole) >= 0;
}

/** Keeps the answers for single units in a table, and for other pieces in a map. */
function rememberPieces(identify: (piece: string) => number): SegmentIds["idOf"] {
  const single = new Int32Array(SINGLE).fill(NOT_ASKED);
  const longer = remember(identify);
  return (text, from, to) => {
    const unit = to - from === 1 ? text.charCodeAt(from) : SINGLE;
    if (unit >= SINGLE) return longer(text.slice(from, to));
    const known = single[unit]!;
    return known === NOT_ASKED ? (single[unit] = identify(text.slice(from, to))) : known;
  };
}

const SINGLE = 0x500;
const NOT_ASKED = -5;

/** Keeps the answers for short pieces. Long ones are rare, and would fill the memory. */
function remember<T>(ask: (piece: string) => T): (piece: string) => T {
  const answers = new Map<string, T>();
  return (piece) => {
    if (piece.length > 16) return ask(piece);
    const known = answers.get(piece);
    if (known !== undefined) return known;
    if (answers.size >= MOST_ANSWERS) answers.clear();
    const answer = ask(piece);
    answers.set(piece, answer);
    return answer;
  };
}

const MOST_ANSWERS = 5_000;
