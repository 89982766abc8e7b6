import { MERGE_SEPARATOR } from "../tables/weights.ts";
import { ByteBuffer } from "./byte-buffer.ts";

/** See sort-key.ts. */
export interface CommonRun {
  /** For a run of one that is followed by a lower weight. */
  readonly low: number;
  /** For a run of `maxLength`. */
  readonly middle: number;
  /** For a run of one that is followed by a higher weight. */
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

/** Counts common weights and writes them as a run before another weight. */
export class KeyLevel {
  readonly bytes = new ByteBuffer();
  /** Common weights not written yet. */
  common = 0;
  private readonly run: CommonRun;

  constructor(run: CommonRun) {
    this.run = run;
  }

  start(): void {
    this.bytes.size = this.common = 0;
  }

  /**
   * Appends two bytes.
   * @param isBelow the weight is lower than the common one
   */
  add(weight: number, isBelow: boolean): void {
    if (this.common !== 0) this.endRun(isBelow);
    this.bytes.addWeight(weight);
  }

  /** @param isBelow the next weight, or the end, is lower than the common one */
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
 * Ignores variable elements, and those without a primary weight after one. Returns the next index >= `from`, or
 * `size`.
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
