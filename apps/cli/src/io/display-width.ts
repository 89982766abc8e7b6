/** How many columns of a terminal a text takes, and cutting it to fit. */
import stringWidth from "string-width";

/** The columns that a text takes: two for East Asian wide characters and emoji, none for combining marks. */
export function displayWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/**
 * A text that takes at most `width` columns; one that is cut ends with `…`. A character is never cut in two.
 *
 * @example cutToWidth("Москва", 4) // "Мос…"
 */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return "";
  let cut = "";
  let used = 0;
  for (const { segment } of characters().segment(text)) {
    const wide = displayWidth(segment);
    if (used + wide > width - 1) break;
    used += wide;
    cut += segment;
  }
  return cut + "…";
}

/** Latin, Greek and Cyrillic without combining marks: one column each. It saves the slow way for most texts. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f]*$/;

let segmenter: Intl.Segmenter | undefined;

function characters(): Intl.Segmenter {
  return (segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" }));
}
