/** What the levels of a key have in common: runs of the common weight, and what punctuation that counts for nothing hides. */
import { ByteBuffer } from "./byte-buffer.ts";

/** How runs of a common weight are written: the lowest byte, a run at most and what stands for it, the highest byte. */
export interface CommonRun {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  readonly most: number;
}

const run = (low: number, half: number): CommonRun => ({
  low,
  middle: low + half,
  high: low + 2 * half,
  most: half + 1,
});
export const SECONDARY = run(0x05, 0x20);
export const TERTIARY = run(0x05, 0x60);
export const TERTIARY_LOWER_FIRST = run(0x05, 0x20);
export const TERTIARY_UPPER_FIRST = run(0x85, 0x20);
export const QUATERNARY = run(0x1c, 0x70);

/** The bytes of one level. Runs of its common weight are counted, and written when another weight follows. */
export class KeyLevel {
  readonly bytes = new ByteBuffer();
  /** How many common weights stand at the end so far. */
  common = 0;
  private readonly run: CommonRun;

  constructor(run: CommonRun) {
    this.run = run;
  }

  /** Begins anew. */
  start(): void {
    this.bytes.size = this.common = 0;
  }

  /** Adds a weight of two bytes that is not the common one. */
  add(weight: number, isBelow: boolean): void {
    if (this.common !== 0) this.endRun(isBelow);
    this.bytes.addWeight(weight);
  }

  /** Writes the common weights so far. What follows them is below the common weight, as the end is, or above it. */
  endRun(isBelow = true): void {
    if (this.common === 0) return;
    const { low, middle, high, most } = this.run;
    const { bytes } = this;
    let left = this.common - 1;
    for (; left >= most; left -= most) bytes.addWeight(middle << 8);
    bytes.addWeight((isBelow ? low + left : high - left) << 8);
    this.common = 0;
  }
}

const SEPARATOR = 0x02000000;

/** The next element that neither is variable nor follows a variable one without a primary weight of its own. */
export function afterVariable(
  primaries: Uint32Array,
  from: number,
  size: number,
  variableTop: number,
): number {
  let i = from;
  while (i < size && primaries[i]! < variableTop && primaries[i]! > SEPARATOR) {
    do i++;
    while (i < size && primaries[i] === 0);
  }
  return i;
}
