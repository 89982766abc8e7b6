/** Binary searches. All of them take O(log n) steps. */

/**
 * Returns the first index in `[from, end)` for which `holds` is true, or `end` if there is none.
 *
 * `holds` must be monotone: once true, it stays true for all larger indexes.
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
 * Returns the last index in `[from, end)` whose entry is at most `value`. Requires `sorted[from] <= value`.
 *
 * Equivalent to `firstIndexWhere(from + 1, end, (i) => sorted[i] > value) - 1`, without a closure: it runs once per
 * character or match in the inner loops of searches.
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

/**
 * Returns the same as `lastAtMost` by exponential search: in O(log d) steps if the result is `d` entries after `from`.
 * For callers that look up ascending values.
 */
export function nearbyLastAtMost(sorted: Uint32Array, value: number, from: number, end: number): number {
  let low = from;
  let step = 1;
  while (low + step < end && sorted[low + step]! <= value) {
    low += step;
    step *= 2;
  }
  return lastAtMost(sorted, value, low, Math.min(low + step, end));
}
