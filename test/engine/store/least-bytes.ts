/** Returns the lowest sufficient number of bytes. */
export function leastBytes(isEnough: (bytes: number) => boolean, from = 1024): number {
  let low = from - 1;
  let high = from;
  while (!isEnough(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
