import { selectNth } from "../tasks/nth-number.ts";

/** Returns a function that returns ascending numbers, one at a pseudorandom place of each interval of a length. */
export function evenly(length: number): () => number {
  let state = 1;
  let interval = 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (interval++ + state / 2 ** 32) * length;
  };
}

/**
 * Returns two numbers that almost surely enclose those at the positions from `from` to `from + limit` of `count` numbers in
 * ascending order, with a margin of three standard deviations. Changes the order of the sample.
 *
 * @param sample some of the numbers, none of them NaN
 */
export function boundsOf(
  sample: Float64Array,
  count: number,
  from: number,
  limit: number,
): readonly [low: number, high: number] {
  const size = sample.length;
  const at = (position: number, direction: -1 | 1) => {
    const share = position / count;
    const margin = 3 * Math.sqrt(size * share * (1 - share)) + 4;
    return Math.round(share * size + direction * margin);
  };
  const [low, high] = [at(from, -1), at(from + limit, 1)];
  return [low < 0 ? -Infinity : selectNth(sample, low), high >= size ? Infinity : selectNth(sample, high)];
}
