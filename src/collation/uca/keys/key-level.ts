import { MERGE_SEPARATOR } from "../tables/weights.ts";
import { ByteBuffer } from "./byte-buffer.ts";

/** Byte values that encode a run of common weights (see sort-key.ts). */
export interface CommonRun {
  /** Byte for a run of length 1 that is followed by a lower weight. */
  readonly low: number;
  /** Byte for a run of `maxLength` weights. */
  readonly middle: number;
  /** Byte for a run of length 1 that is followed by a higher weight. */
  readonly high: number;
  readonly maxLength: number;
}

const run = (low: number, half: number): CommonRun => ({
  low,
  middle: low + half,
  high: low + 2 * half,
  maxLength: half + 1,
});
export const SECONDARY = run(0x05, 0x20);
export const TERTIARY = run(0x05, 0x60);
export const TERTIARY_LOWER_FIRST = run(0x05, 0x20);
export const TERTIARY_UPPER_FIRST = run(0x85, 0x20);
export const QUATERNARY = run(0x1c, 0x70);

/**
 * Bytes of one level of a sort key. Consecutive common weights are counted, and written as one run before the next
 * weight that is not common.
 */
export class KeyLevel {
  readonly bytes = new ByteBuffer();
  /** Number of consecutive common weights that are not written yet. */
  common = 0;
  private readonly run: CommonRun;

  constructor(run: CommonRun) {
    this.run = run;
  }

  start(): void {
    this.bytes.size = this.common = 0;
  }

  /**
   * Appends a weight that is not the common one, as one or two bytes.
   * @param isBelow true if the weight is lower than the common one
   */
  add(weight: number, isBelow: boolean): void {
    if (this.common !== 0) this.endRun(isBelow);
    this.bytes.addWeight(weight);
  }

  /**
   * Writes the counted common weights as a run.
   * @param isBelow true if the next weight is lower than the common one, or the level ends
   */
  endRun(isBelow = true): void {
    if (this.common === 0) return;
    const { low, middle, high, maxLength } = this.run;
    const { bytes } = this;
    let left = this.common - 1;
    for (; left >= maxLength; left -= maxLength) bytes.addWeight(middle << 8);
    bytes.addWeight((isBelow ? low + left : high - left) << 8);
    this.common = 0;
  }
}

/**
 * Returns the first index >= `from` of an element that is neither variable nor an element without primary weight
 * after a variable one, or `size`.
 */
export function afterVariable(
  primaries: Uint32Array,
  from: number,
  size: number,
  variableTop: number,
): number {
  let i = from;
  while (i < size && primaries[i]! < variableTop && primaries[i]! > MERGE_SEPARATOR) {
    do i++;
    while (i < size && primaries[i] === 0);
  }
  return i;
}
