/**
 * Stream-Safe Text Format (UAX #15, section 13): inserts U+034F after every 30 combining marks in a row. Without it,
 * normalization takes quadratic time for long runs of marks. No language has words with such runs.
 */

/** COMBINING GRAPHEME JOINER: has no weight; contractions and canonical reordering never cross it. */
export const GRAPHEME_JOINER = "\u034f";

const MAX_MARKS = 30;
const LONG_MARK_RUN = new RegExp(`(\\p{M}{${MAX_MARKS}})(?=\\p{M})`, "gu");

/**
 * Returns the string in Stream-Safe Text Format, so that its normalization takes linear time. Most strings are
 * unchanged.
 */
export function toStreamSafe(text: string): string {
  return text.length <= 64 || !mayHaveLongRun(text)
    ? text
    : text.replace(LONG_MARK_RUN, `$1${GRAPHEME_JOINER}`);
}

/**
 * Returns false only if the string has no long run of combining marks. May return true without one: it counts all
 * units from U+0300, the first combining mark, as marks.
 */
function mayHaveLongRun(text: string): boolean {
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 0x300) run = 0;
    else if (++run > MAX_MARKS) return true;
  }
  return false;
}
