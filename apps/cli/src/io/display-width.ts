import { stringWidthLibrary } from "./string-width.ts";

/**
 * Returns the number of terminal columns. Wide East Asian characters and emoji count 2, combining marks 0.
 */
export function displayWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidthLibrary().default(text);
}

/**
 * Cuts a string between graphemes.
 * @example cutToWidth("Москва", 4) // "Мос…"
 */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return "";
  let cut = "";
  let used = 0;
  for (const { segment } of graphemes().segment(text)) {
    const wide = displayWidth(segment);
    if (used + wide > width - 1) break;
    used += wide;
    cut += segment;
  }
  return cut + "…";
}

/** Matches strings whose characters each take one terminal column. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f]*$/;

let segmenter: Intl.Segmenter | undefined;

function graphemes(): Intl.Segmenter {
  return (segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" }));
}
