import { selectNth } from "../../tasks/nth-number.ts";

/**
 * Returns two numbers that almost surely enclose those at the positions from `from` to `from + limit` of `count` numbers in
 * ascending order, with a margin of 2.5 standard deviations: they do not in one of a hundred cases.
 *
 * @param sample some of the numbers, drawn at random, none of them NaN. Its order changes
 */
export function boundsOf(
  sample: Float64Array,
  count: number,
  from: number,
  limit: number,
): readonly [low: number, high: number] {
  const size = sample.length;
  const sampleIndexOf = (position: number, direction: -1 | 1) => {
    const share = position / count;
    const margin = MARGIN * Math.sqrt(size * share * (1 - share)) + 4;
    return Math.round(share * size + direction * margin);
  };
  const [lowest, highest] = [sampleIndexOf(from, -1), sampleIndexOf(from + limit, 1)];
  const low = lowest < 0 ? -Infinity : selectNth(sample, lowest);
  // The first selection has moved no higher numbers before the lower bound, so only the rest is searched.
  const before = Math.max(0, lowest);
  const high = highest >= size ? Infinity : selectNth(sample.subarray(before), highest - before);
  // If all samples at an end of the order are equal, probably all numbers there are equal.
  if (low === -Infinity && high < Infinity && sample.every((number) => number >= high)) return [high, high];
  if (high === Infinity && low > -Infinity && sample.every((number) => number <= low)) return [low, low];
  return [low, high];
}

/** Margin of the bounds, in standard deviations of a position in the sample. */
export const MARGIN = 2.5;
