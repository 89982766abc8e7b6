/**
 * The Stream-Safe Text Format (UAX #15, section 13): U+034F COMBINING GRAPHEME JOINER is inserted after every 30
 * combining marks in a row. It has no collation weight.
 *
 * Purpose: normalization sorts each run of marks in quadratic time, so 80,000 unsorted marks take seconds. No language
 * writes such runs.
 */

/** U+034F has no weight, and no contraction or canonical reordering crosses it. */
export const GRAPHEME_JOINER = "\u034f";

const MAX_MARKS = 30;
const LONG_MARK_RUN = new RegExp(`(\\p{M}{${MAX_MARKS}})(?=\\p{M})`, "gu");

/** Returns the string in a form that normalizes in linear time. Most strings are returned unchanged. */
export function toStreamSafe(text: string): string {
  // 64 units are cheap to normalize, whatever they are.
  return text.length <= 64 || !mayHaveLongRun(text)
    ? text
    : text.replace(LONG_MARK_RUN, `$1${GRAPHEME_JOINER}`);
}

/** Returns whether more than 30 units in a row could be marks. All marks are at or above U+0300. */
function mayHaveLongRun(text: string): boolean {
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 0x300) run = 0;
    else if (++run > MAX_MARKS) return true;
  }
  return false;
}
