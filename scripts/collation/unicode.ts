/**
 * Determines combining classes and canonical decompositions with `normalize` of the running Node. Combining classes are numbered
 * by rank, because only their order is relevant.
 */
const nfd = (text: string): string => text.normalize("NFD");

export interface UnicodeProperties {
  /** Rank of the combining class, from 1, of characters whose class is not 0. */
  readonly ranks: ReadonlyMap<number, number>;
  /** Full canonical decompositions, without Hangul syllables. */
  readonly decompositions: ReadonlyMap<number, readonly number[]>;
}

export function unicodeProperties(): UnicodeProperties {
  const decompositions = new Map<number, number[]>();
  const marks: number[] = [];
  for (let c = 0; c < 0x110000; c++) {
    if (c >= 0xd800 && c < 0xe000) continue;
    const text = String.fromCodePoint(c);
    const decomposed = nfd(text);
    if (decomposed !== text) {
      if (c < 0xac00 || c > 0xd7a3)
        decompositions.set(
          c,
          Array.from(decomposed, (d) => d.codePointAt(0)!),
        );
    } else if (reorders(HIGHEST, text) || reorders(text, LOWEST)) marks.push(c);
  }
  const order = (a: number, b: number): number => {
    const [x, y] = [String.fromCodePoint(a), String.fromCodePoint(b)];
    return reorders(x, y) ? 1 : reorders(y, x) ? -1 : 0;
  };
  marks.sort(order);
  const ranks = new Map<number, number>();
  let rank = 1;
  marks.forEach((mark, i) => {
    if (i > 0 && order(marks[i - 1]!, mark) !== 0) rank++;
    ranks.set(mark, rank);
  });
  return { ranks, decompositions };
}

/** U+0345 has the highest class, 240, and U+0334 the lowest, 1. */
const HIGHEST = "\u0345";
const LOWEST = "\u0334";

function reorders(a: string, b: string): boolean {
  return nfd(a + b) !== a + b;
}
