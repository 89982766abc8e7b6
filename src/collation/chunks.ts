/**
 * Cuts a text into the smallest pieces that collation treats one by one. A place is a *boundary* if it is an end of the
 * text, or a grapheme boundary where an inserted U+034F (which has no weight, and stops contractions) leaves the text
 * equal at the third level. So Czech `ch` and Japanese `かー` are one piece, and so is `e` with an accent.
 *
 * The weights of a text are those of its pieces, one after another. That is what search builds on.
 */
import { graphemeStarts } from "./graphemes.ts";
import { levelOrder } from "./levels.ts";
import { LruMap } from "./lru.ts";

/** Cuts a text. The result begins with 0 and ends with the text's length, or after `most` pieces. */
export type Cut = (text: string, most?: number) => readonly number[];

/** The cutter of a locale that `collationLocale` gave. It learns which pairs join. */
export function cutOf(locale: string): Cut {
  return cuts.getOrMake(locale, () => makeCut(locale));
}

const cuts = new LruMap<string, Cut>(16);

function makeCut(locale: string): Cut {
  const order = levelOrder(locale, "tertiary");
  const hasLong = LONG_CONTRACTIONS.has(new Intl.Locale(locale).language);
  const joins = (left: string, right: string): boolean => order(left + JOINER + right, left + right) !== 0;
  const pairJoins = pairMemory(joins);

  return (text, most = Infinity) => {
    const start = graphemeStarts(text);
    const boundaries = [0];
    let first = 0;
    let before = 0;
    for (let g = 1; boundaries.length <= most && before < text.length; g++) {
      const at = start(g);
      if (at < text.length && (hasLong || pairJoins(text, before, at, start(g + 1)))) {
        const left = text.slice(start(Math.max(first, g - REACH)), at);
        if (joins(left, text.slice(at, start(g + 3)))) {
          before = at;
          continue;
        }
      }
      boundaries.push(at);
      first = g;
      before = at;
    }
    return boundaries;
  };
}

const JOINER = "\u034f";

/** How many graphemes before a place are looked at. The longest contraction of CLDR 48 has four, Hungarian ddzs. */
const REACH = 8;

/** Languages with contractions of more than two graphemes that no pair of neighbors in them gives away. */
const LONG_CONTRACTIONS: ReadonlySet<string> = new Set(["bo", "br", "dz", "hu", "my"]);

/** Asks whether the graphemes before and after a place join. Pairs of single units are asked once. */
function pairMemory(joins: (left: string, right: string) => boolean) {
  const latin = new Int8Array(LATIN * LATIN);
  const others = new Map<number, boolean>();
  return (text: string, from: number, at: number, to: number): boolean => {
    if (at - from > 1 || to - at > 1) return joins(text.slice(from, at), text.slice(at, to));
    const left = text.charCodeAt(from);
    const right = text.charCodeAt(at);
    if (left < LATIN && right < LATIN) {
      const key = left * LATIN + right;
      if (latin[key] === UNKNOWN) latin[key] = joins(text.slice(from, at), text.slice(at, to)) ? JOIN : APART;
      return latin[key] === JOIN;
    }
    const key = (left << 16) | right;
    let joined = others.get(key);
    if (joined === undefined) {
      if (others.size >= MOST_PAIRS) others.clear();
      joined = joins(text.slice(from, at), text.slice(at, to));
      others.set(key, joined);
    }
    return joined;
  };
}

const LATIN = 0x180;
const UNKNOWN = 0;
const APART = 1;
const JOIN = 2;
const MOST_PAIRS = 20_000;
