/**
 * Returns the first index in `[from, end)` for which `holds` returns true, or `end`. Requires that `holds` returns true for
 * all indices after the first one.
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
 * Returns the last index in `[from, end)` whose entry is at most `value`. Requires `sorted[from] <= value`. Takes no
 * closure, because a call per step is too slow for the inner loops of searches.
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

/** Like `lastAtMost`, but takes O(log d) for a result at index `from + d`. Faster for successive ascending values. */
export function nearbyLastAtMost(sorted: Uint32Array, value: number, from: number, end: number): number {
  let low = from;
  let step = 1;
  while (low + step < end && sorted[low + step]! <= value) {
    low += step;
    step *= 2;
  }
  return lastAtMost(sorted, value, low, Math.min(low + step, end));
}
