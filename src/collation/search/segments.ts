/**
 * Cuts a text into the smallest pieces that collation treats one by one. A place is a *boundary* if it is an end of the
 * text, or a grapheme boundary where an inserted U+034F (see joins.ts) leaves the text equal at the third level. So
 * Czech `ch` and Japanese `かー` are one piece, and so is `e` with an accent.
 *
 * The weights of a text are those of its pieces, one after another. That is what search builds on.
 */
import { graphemeStarts } from "./graphemes.ts";
import { contractionTest, LONG_CONTRACTION_LANGUAGES, pairContractions } from "../order/contractions.ts";

/** Cuts a text. The result begins with 0 and ends with the text's length, or after `most` pieces. */
export type CollationSegmenter = (text: string, most?: number) => readonly number[];

/** The cutter of a locale that `collationLocale` gave. */
export function collationSegmenter(locale: string): CollationSegmenter {
  const hasLong = LONG_CONTRACTION_LANGUAGES.has(new Intl.Locale(locale).language);
  const joins = contractionTest(locale);
  const pairJoins = pairContractions(locale);

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

/** How many graphemes before a place are looked at. The longest contraction of CLDR 48 has four, Hungarian ddzs. */
const REACH = 8;
