/** What the levels of a key have in common: runs of the common weight, and what punctuation that counts for nothing hides. */
import type { ByteBuffer } from "./byte-buffer.ts";

/** How runs of a common weight are written: the lowest byte, a run at most and what stands for it, the highest byte. */
export interface Run {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  readonly most: number;
}

const run = (low: number, half: number): Run => ({
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

/** Writes a run of a common weight. What follows it is below the common weight, or above it. */
export function writeRun(
  level: ByteBuffer,
  { low, middle, high, most }: Run,
  count: number,
  isBelow: boolean,
): void {
  let left = count - 1;
  if (left >= most) {
    level.room(Math.floor(left / most) + 8);
    for (; left >= most; left -= most) level.add(middle);
  }
  level.add(isBelow ? low + left : high - left);
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
