/** Returns a generator of pseudorandom integers from 0 to below `end`, the same ones for the same seed. */
export function numbersBelow(seed: number): (end: number) => number {
  let state = seed >>> 0;
  return (end) => {
    // A linear congruential generator suffices to mix values.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}
