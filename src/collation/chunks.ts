/**
 * Cuts a text into the smallest pieces that collation treats one by one. A place is a *boundary* if it is an end of the
 * text, or a grapheme boundary where an inserted U+034F (which has no weight, and stops contractions) leaves the text
 * equal at the third level. So Czech `ch` and Japanese `かー` are one piece, and so is `e` with an accent.
 *
 * The weights of a text are those of its pieces, one after another. That is what search builds on.
 */
import { levelOrder } from "./levels.ts";
import { plainWeights, weightAt } from "./plain-letters.ts";

/** Cuts a text. The result begins with 0 and ends with the text's length, or after `most` pieces. */
export type Cut = (text: string, most?: number) => readonly number[];

/** The cutter of a locale that `collationLocale` gave. It learns which pairs join, so keep it. */
export function makeCut(locale: string): Cut {
  const order = levelOrder(locale, "tertiary");
  const weights = plainWeights(locale)?.primary;
  const hasLong = LONG_CONTRACTIONS.has(new Intl.Locale(locale).language);
  const pairs = new Map<number, boolean>();

  const joins = (left: string, right: string): boolean => order(left + JOINER + right, left + right) !== 0;

  const pairJoins = (left: string, right: string): boolean => {
    if (left.length > 1 || right.length > 1) return joins(left, right);
    const key = left.charCodeAt(0) * 0x10000 + right.charCodeAt(0);
    let joined = pairs.get(key);
    if (joined === undefined) {
      if (pairs.size >= MOST_PAIRS) pairs.clear();
      joined = joins(left, right);
      pairs.set(key, joined);
    }
    return joined;
  };

  return (text, most = Infinity) => {
    const graphemes = graphemeStarts(text);
    const boundaries = [0];
    let first = 0;
    for (let g = 1; boundaries.length <= most; g++) {
      const at = graphemes(g);
      if (at >= text.length) {
        if (text.length > 0) boundaries.push(text.length);
        break;
      }
      const arePlain =
        weights !== undefined && weightAt(weights, text, at - 1) !== 0 && weightAt(weights, text, at) !== 0;
      if (!arePlain) {
        const mayJoin =
          hasLong || pairJoins(text.slice(graphemes(g - 1), at), text.slice(at, graphemes(g + 1)));
        if (
          mayJoin &&
          joins(text.slice(graphemes(Math.max(first, g - REACH)), at), text.slice(at, graphemes(g + 3)))
        )
          continue;
      }
      boundaries.push(at);
      first = g;
    }
    return boundaries;
  };
}

const JOINER = "\u034f";

/** How many graphemes before a place are looked at. The longest contraction of CLDR 48 has four, Hungarian ddzs. */
const REACH = 8;

const MOST_PAIRS = 20_000;

/** Languages with contractions of more than two graphemes that no pair of neighbors in them gives away. */
const LONG_CONTRACTIONS: ReadonlySet<string> = new Set(["bo", "br", "dz", "hu", "my"]);

/** The offset of each grapheme, found when it is first asked for; the text's length past the last one. */
function graphemeStarts(text: string): (index: number) => number {
  if (!JOINING.test(text)) return (index) => Math.min(index, text.length);
  const starts: number[] = [];
  const segments = (segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" })).segment(text);
  const iterator = segments[Symbol.iterator]();
  return (index) => {
    while (starts.length <= index) {
      const next = iterator.next();
      if (next.done === true) return text.length;
      starts.push(next.value.index);
    }
    return starts[index]!;
  };
}

let segmenter: Intl.Segmenter | undefined;

/** Anything but letters and signs that are a grapheme each, whatever stands next to them (UAX #29). */
const JOINING =
  /\r\n|[^\0-\u02ff\u0370-\u0482\u048a-\u0590\u1e00-\u1fff\u2010-\u2027\u20a0-\u20bf\u3041-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;
