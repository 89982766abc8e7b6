/** What a collation does with the elements of a text: how many levels it looks at, and in which order. */

/** Settings in the form that comparing and writing keys need. */
export interface Settings {
  /** 1 primary … 4 quaternary, 5 identical. */
  readonly level: number;
  /** Variable elements (spaces, punctuation) count on the fourth level alone. Their weights are below this; else 0. */
  readonly variableTop: number;
  readonly caseFirst: "off" | "lower" | "upper";
  readonly caseLevel: boolean;
  /** The second level is compared from the end, as in Canadian French. */
  readonly backwards: boolean;
  readonly numeric: boolean;
  readonly reorder: Reorder | undefined;
}

/** Moves the scripts of a language to the front: by the lead byte, or for lead bytes that scripts share, by ranges. */
export interface Reorder {
  /** The new lead byte of each; 0 where the ranges say. */
  readonly leads: Uint8Array;
  /** Upper limits (upper 16 bits) and the steps to add to the lead byte (lower 16 bits, with sign). */
  readonly ranges: readonly number[];
}

/** The weight's place in the collation's own order of scripts. */
export function reordered(reorder: Reorder, primary: number): number {
  const lead = reorder.leads[primary >>> 24]!;
  if (lead !== 0 || primary <= 1) return ((lead << 24) | (primary & 0xffffff)) >>> 0;
  const { ranges } = reorder;
  const limit = ranges.at(-1) ?? 0;
  if (primary >= (limit & 0xffff0000) >>> 0) return primary;
  const rounded = (primary | 0xffff) >>> 0;
  for (const range of ranges) {
    if (rounded < range) return (primary + (range << 24)) >>> 0;
  }
  return primary;
}

/** The bits of the lower half of an element that the third level looks at. */
export function tertiaryMask({ caseFirst, caseLevel }: Settings): number {
  return caseFirst !== "off" && !caseLevel ? 0xff3f : 0x3f3f;
}
