import { ownProperties } from "../../values/own-properties.ts";

/**
 * Finds grapheme boundaries (UAX #29). `Intl.Segmenter` takes about 200 ns per grapheme, so it gets only the parts of
 * a string with characters that may combine.
 */

/** Returns the start offset of the grapheme with this index, or the string's length if there are fewer graphemes. */
export type GraphemeStarts = (index: number) => number;

export function graphemeStarts(text: string): GraphemeStarts {
  const lone = (loneUnits ??= buildLoneUnits());
  const starts: number[] = [0];

  const isCertain = (at: number): boolean => {
    if (at >= text.length) return true;
    const unit = text.charCodeAt(at);
    return lone[unit] === 1 && lone[text.charCodeAt(at - 1)] === 1 && unit !== LF;
  };
  const findMore = (from: number): void => {
    let end = from + 1;
    while (!isCertain(end)) end++;
    if (end > from + 1) {
      segmenter ??= new Intl.Segmenter("en", ownProperties({ granularity: "grapheme" } as const));
      for (const { index } of segmenter.segment(text.slice(from, end)))
        if (index > 0) starts.push(from + index);
    }
    starts.push(end);
  };

  return (index) => {
    while (starts.length <= index) {
      const last = starts[starts.length - 1]!;
      if (last >= text.length) return text.length;
      findMore(last);
    }
    return starts[index]!;
  };
}

const LF = 0x0a;

let segmenter: Intl.Segmenter | undefined;
let loneUnits: Uint8Array | undefined;

/**
 * Builds a table with 1 for the UTF-16 units that never share a grapheme with each other (except CR LF): Latin,
 * Greek, Cyrillic, kana, Han, Hangul syllables.
 */
function buildLoneUnits(): Uint8Array {
  const lone = new Uint8Array(0x10000);
  for (const [first, last] of LONE_RANGES) lone.fill(1, first, last + 1);
  return lone;
}

const LONE_RANGES = [
  [0x0000, 0x02ff],
  [0x0370, 0x0482],
  [0x048a, 0x0590],
  [0x1e00, 0x1fff],
  [0x2010, 0x2027],
  [0x20a0, 0x20bf],
  [0x3041, 0x3096],
  [0x309b, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
] as const;
