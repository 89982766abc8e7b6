/**
 * Returns the first index in `[from, end)` for which `holds` is true, or `end`. Once true, `holds` must stay true.
 *
 * @example firstIndexWhere(0, 4, (i) => [1, 3, 3, 7][i]! >= 3) // 1
 */
export function firstIndexWhere(from: number, end: number, holds: (index: number) => boolean): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns the last index in `[from, end)` whose entry is at most `value`. Requires `sorted[from] <= value`. A closure would be
 * too slow for the inner loops of searches.
 */
export function lastAtMost(sorted: Uint32Array, value: number, from: number, end: number): number {
  let low = from;
  let high = end;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** As `lastAtMost`, but O(log d) if the result is `d` entries after `from`. For ascending values. */
export function nearbyLastAtMost(sorted: Uint32Array, value: number, from: number, end: number): number {
  let low = from;
  let step = 1;
  while (low + step < end && sorted[low + step]! <= value) {
    low += step;
    step *= 2;
  }
  return lastAtMost(sorted, value, low, Math.min(low + step, end));
}
