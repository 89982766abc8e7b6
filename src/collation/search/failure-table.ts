/**
 * Failure table of Knuth, Morris and Pratt. Entry `i` is for the prefix of length `i + 1`: the length of its longest
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
