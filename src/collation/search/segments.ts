/**
 * Divides a string into segments: the smallest parts that collation treats independently. Czech `ch`, Japanese `かー`
 * and `e` with an accent are one segment each. The weights of a string are those of its segments, concatenated.
 *
 * A *boundary* is an end of the string, or a grapheme boundary at which U+034F can be inserted without changing the
 * string at the third level (see contractions.ts).
 */
import { contractionTest, LONG_CONTRACTION_LANGUAGES, pairContractions } from "../order/contractions.ts";
import { graphemeStarts } from "./graphemes.ts";

/** Returns the boundaries of a string: 0, …, its length. Stops after `maxSegments` segments. */
export type CollationSegmenter = (text: string, maxSegments?: number) => readonly number[];

/** `locale` must come from `collationLocale`. */
export function collationSegmenter(locale: string): CollationSegmenter {
  const hasLong = LONG_CONTRACTION_LANGUAGES.has(new Intl.Locale(locale).language);
  const contracts = contractionTest(locale);
  const contractsPair = pairContractions(locale);

  return (text, maxSegments = Infinity) => {
    const start = graphemeStarts(text);
    const boundaries = [0];
    let first = 0;
    let before = 0;
    for (let g = 1; boundaries.length <= maxSegments && before < text.length; g++) {
      const at = start(g);
      if (at < text.length && (hasLong || contractsPair(text, before, at, start(g + 1)))) {
        const left = text.slice(start(Math.max(first, g - REACH)), at);
        if (contracts(left, text.slice(at, start(g + 3)))) {
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

/** Number of graphemes before an offset that can affect it. The longest contraction of CLDR 48, Hungarian ddzs, has 4. */
const REACH = 8;
