/**
 * Splits strings into segments: the smallest parts whose collation weights do not depend on neighbors, such as Czech
 * `ch`, Japanese `かー`, or `e` with an accent.
 * A *boundary* is an end of the string, or a grapheme boundary where inserting U+034F does not change the order on
 * the third level.
 */
import { contractionTest, LONG_CONTRACTION_LANGUAGES, pairContractions } from "../order/contractions.ts";
import { graphemeStarts } from "./graphemes.ts";

/**
 * Returns the boundaries of a string as ascending UTF-16 offsets, from 0 to the length. Stops after `maxSegments`
 * segments.
 */
export type CollationSegmenter = (text: string, maxSegments?: number) => readonly number[];

/** @param locale canonical tag, as `collationLocale` returns it */
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

/**
 * Number of graphemes before an offset that can affect whether it is a boundary. CLDR 48's longest contraction,
 * Hungarian ddzs, has 4.
 */
const REACH = 8;
