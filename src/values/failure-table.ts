/**
 * Returns the failure table of Knuth, Morris and Pratt. Entry `i` is for the prefix of length `i + 1`: the length of its longest
 * proper suffix that is also a prefix of `sequence`.
 */
export function failureTable(sequence: ArrayLike<number>): Int32Array {
  const table = new Int32Array(sequence.length);
  for (let i = 1, matched = 0; i < sequence.length; i++) {
    while (matched > 0 && sequence[matched] !== sequence[i]) matched = table[matched - 1]!;
    if (sequence[matched] === sequence[i]) matched++;
    table[i] = matched;
  }
  return table;
}

/** Minimum length of a repetitive prefix. Shorter prefixes are compared at each offset, which takes at most this number of steps. */
export const MIN_REPETITIVE = 64;

/** Minimum number of repetitions of one part in a repetitive prefix. Partial matches then overlap so much that a table is faster. */
const MAX_REPETITIONS = 8;

/**
 * Returns whether long prefixes repeat a short part, as in `ababab…`. Such prefixes match in part at many offsets of a text,
 * and a search that compares at each offset takes quadratic time. The `includes` of V8 does: 4,096 letters x in a million of
 * them take 4 billion comparisons.
 */
export function isRepetitive(failures: Int32Array): boolean {
  for (let length = MIN_REPETITIVE + 1; length <= failures.length; length++) {
    const period = length - failures[length - 1]!;
    if (length >= MAX_REPETITIONS * period) return true;
  }
  return false;
}
