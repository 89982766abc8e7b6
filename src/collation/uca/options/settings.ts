export interface Settings {
  /** Number of the strength: 1 is primary, 2 secondary, 3 tertiary, 4 quaternary, 5 identical. */
  readonly level: number;
  /**
   * Elements with a lower primary weight are variable: compared only on the fourth level. 0 means that no element is
   * variable.
   */
  readonly variableTop: number;
  readonly caseFirst: "off" | "lower" | "upper";
  readonly caseLevel: boolean;
  readonly backwards: boolean;
  readonly numeric: boolean;
  readonly reorder: Reorder | undefined;
}

export interface Reorder {
  /**
   * Index: old lead byte of a primary weight. Value: new lead byte, or 0 if several scripts share the old one and
   * `ranges` applies.
   */
  readonly leads: Uint8Array;
  /**
   * Ranges of primary weights, ascending. Upper 16 bits: exclusive upper limit of a range. Lower 16 bits: signed
   * offset to add to its lead bytes.
   */
  readonly ranges: readonly number[];
}

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

export function tertiaryMask({ caseFirst, caseLevel }: Settings): number {
  return caseFirst !== "off" && !caseLevel ? 0xff3f : 0x3f3f;
}
