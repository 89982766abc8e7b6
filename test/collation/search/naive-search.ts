/**
 * The definition of collated search, implemented literally: compares the substrings between all pairs of boundaries. A
 * boundary is an end of the string, or a grapheme boundary where U+034F can be inserted without a change at the third level.
 */
import type { StringCollator } from "../../../src/collation/collator.ts";

export interface Found {
  readonly contains: boolean;
  readonly startsWith: boolean;
  readonly endsWith: boolean;
}

export function naiveSearch(collator: StringCollator, text: string, searchString: string): Found {
  const equalsSearchString = (range: string) => collator.compare(range, searchString) === 0;
  if (equalsSearchString("")) return { contains: true, startsWith: true, endsWith: true };
  const found = { contains: false, startsWith: false, endsWith: false };
  const boundaries = boundariesOf(text, collator.locale);
  for (const start of boundaries) {
    for (const end of boundaries) {
      if (start > end || !equalsSearchString(text.slice(start, end))) continue;
      found.contains = true;
      if (start === 0) found.startsWith = true;
      if (end === text.length) found.endsWith = true;
    }
  }
  return found;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

function boundariesOf(text: string, locale: string): readonly number[] {
  const { compare } = new Intl.Collator(locale);
  const inner = Array.from(segmenter.segment(text), ({ index }) => index).filter(
    (at) => at > 0 && compare(`${text.slice(0, at)}\u034f${text.slice(at)}`, text) === 0,
  );
  return [0, ...inner, text.length];
}
