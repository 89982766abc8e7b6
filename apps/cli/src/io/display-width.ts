import { stringWidthLibrary } from "./string-width.ts";

/**
 * Returns the number of terminal columns. Wide East Asian characters and emoji count 2, combining marks 0.
 */
export function displayWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidthLibrary().default(text);
}

/**
 * Cuts a string between graphemes, and before a number rather than within it: a part of a number is another number.
 * @example cutToWidth("Москва", 4) // "Мос…"
 * @example cutToWidth("Order 12345", 9) // "Order …"
 */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return "";
  let cut = "";
  let usedWidth = 0;
  let next = "";
  for (const { segment } of graphemes().segment(text)) {
    const wide = displayWidth(segment);
    next = segment;
    if (usedWidth + wide > width - 1) break;
    usedWidth += wide;
    cut += segment;
  }
  return (/^[\d.]/.test(next) ? cut.replace(NUMBER_AT_END, "") : cut) + "…";
}

const NUMBER_AT_END = /[-+]?\d+(?:\.\d*)?$/;

/**
 * Breaks a string between graphemes into lines. A line is wider than `width` only if it is a single wide character.
 * @param width at least 1
 * @example wrapToWidth("Москва", 4) // ["Моск", "ва"]
 */
export function wrapToWidth(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  let usedWidth = 0;
  for (const { segment } of graphemes().segment(text)) {
    const wide = displayWidth(segment);
    if (usedWidth + wide > width && line !== "") {
      lines.push(line);
      line = "";
      usedWidth = 0;
    }
    line += segment;
    usedWidth += wide;
  }
  return [...lines, line];
}

/** Matches strings whose characters each take one terminal column. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f]*$/;

let segmenter: Intl.Segmenter | undefined;

function graphemes(): Intl.Segmenter {
  return (segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" }));
}
