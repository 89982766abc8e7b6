/**
 * Returns a pseudorandom number in `[interval * length, (interval + 1) * length)`, always the same one for the same interval.
 */
export function placeIn(interval: number, length: number): number {
  let mixed = Math.imul(interval ^ (interval >>> 16), 0x7feb_352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846c_a68b);
  return (interval + ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32) * length;
}
