import { eachBatch, type Task } from "../tasks/task.ts";

/**
 * A set of rows as bits in the order of an index, with the number of bits before each block. It counts the rows of the set in
 * a range of the index, and finds them in the order of the index, without reading other rows.
 */
export class RankedBits {
  readonly #bits: Uint32Array;
  /** Number of bits before each block. */
  readonly #before: Uint32Array;

  private constructor(bits: Uint32Array, before: Uint32Array) {
    this.#bits = bits;
    this.#before = before;
  }

  static bytesFor(rows: number): number {
    return 4 * (wordsOf(rows) + blocksOf(rows) + 1);
  }

  /**
   * @param order returns the rows in the order of the index. Called for each step, because memory may move between two steps
   * @param set returns the bitmap of the set, one bit per row
   */
  static *build(rows: number, order: () => Uint32Array, set: () => Uint32Array): Task<RankedBits> {
    const bits = new Uint32Array(wordsOf(rows));
    const before = new Uint32Array(blocksOf(rows) + 1);
    // Steps begin at the start of a word, because a step has a multiple of 32 rows.
    yield* eachBatch(rows, (from, end) => {
      const [inOrder, has] = [order(), set()];
      for (let at = from; at < end; at++) {
        const row = inOrder[at]!;
        if ((has[row >>> 5]! & (1 << (row & 31))) !== 0) bits[at >>> 5]! |= 1 << (at & 31);
      }
    });
    for (let block = 0; block < before.length - 1; block++)
      before[block + 1] = before[block]! + countOnes(bits, block * BLOCK_WORDS, (block + 1) * BLOCK_WORDS);
    return new RankedBits(bits, before);
  }

  /** Number of rows in the set. */
  get count(): number {
    return this.#before.at(-1)!;
  }

  /** Returns the number of rows of the set at the positions `[0, end)`. */
  countBefore(end: number): number {
    const block = Math.floor(end / BLOCK_ROWS);
    const word = end >>> 5;
    const whole = this.#before[block]! + countOnes(this.#bits, block * BLOCK_WORDS, word);
    const rest = end & 31;
    return rest === 0 ? whole : whole + popcount(this.#bits[word]! & ((1 << rest) - 1));
  }

  /**
   * Visits the positions of the rows of the set in ascending order, until `visit` returns false.
   *
   * @param first number of rows of the set to skip
   */
  visitFrom(first: number, visit: (position: number) => boolean): void {
    if (first >= this.count) return;
    let block = 0;
    // Binary search for the last block with at most `first` rows before it.
    for (let [low, high] = [0, this.#before.length - 1]; low < high;) {
      const middle = (low + high + 1) >>> 1;
      if (this.#before[middle]! <= first) block = low = middle;
      else high = middle - 1;
    }
    let toSkip = first - this.#before[block]!;
    for (let word = block * BLOCK_WORDS; word < this.#bits.length; word++) {
      for (let left = this.#bits[word]!; left !== 0; left &= left - 1) {
        if (toSkip > 0) toSkip--;
        else if (!visit(word * 32 + (31 - Math.clz32(left & -left)))) return;
      }
    }
  }
}

const BLOCK_WORDS = 16;
const BLOCK_ROWS = BLOCK_WORDS * 32;

function wordsOf(rows: number): number {
  return Math.ceil(rows / 32);
}

function blocksOf(rows: number): number {
  return Math.ceil(rows / BLOCK_ROWS);
}

function countOnes(words: Uint32Array, from: number, end: number): number {
  let count = 0;
  const last = Math.min(end, words.length);
  for (let i = from; i < last; i++) count += popcount(words[i]!);
  return count;
}

/** Counts bits in parallel: first in pairs, then in groups of four and of eight. */
function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
