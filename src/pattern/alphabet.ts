import { lastAtMost } from "../values/binary-search.ts";
import { MAX_CODE_POINT, LETTER_CLASSES, NEWLINE, type CodePointSet } from "./code-point-set.ts";
import type { Program } from "./program.ts";
import { ASSERTIONS } from "./pattern-tree.ts";

const WORD = LETTER_CLASSES.get("w")!;

/**
 * Partition of the code points into classes. No set and no assertion of the program distinguishes code points of one
 * class. A class has one or more ranges.
 */
export class Alphabet {
  /** Number of classes of code points. */
  readonly size: number;
  /** Class of each code point below 256, precomputed for speed. */
  readonly latin: Uint16Array;
  /** First code point of each range, ascending. */
  readonly #first: Uint32Array;
  /** Class of each range. */
  readonly #classes: Uint16Array;
  /** First code point of each class. */
  readonly #sample: Uint32Array;

  constructor(program: Program) {
    const sets: CodePointSet[] = [...program.sets];
    if (program.assertions & (ASSERTIONS.lineStart | ASSERTIONS.lineEnd)) sets.push([NEWLINE, NEWLINE]);
    if (program.assertions & (ASSERTIONS.wordBoundary | ASSERTIONS.noWordBoundary)) sets.push(WORD);
    const starts = new Set<number>([0]);
    for (const set of sets) {
      for (let at = 0; at < set.length; at += 2) starts.add(set[at]!).add(set[at + 1]! + 1);
    }
    starts.delete(MAX_CODE_POINT + 1);
    this.#first = Uint32Array.from(starts).sort();
    this.#classes = this.#classify(sets);
    this.size = this.#classes.reduce((maximum, number) => Math.max(maximum, number), 0) + 1;
    this.#sample = new Uint32Array(this.size);
    for (let range = this.#first.length - 1; range >= 0; range--)
      this.#sample[this.#classes[range]!] = this.#first[range]!;
    this.latin = Uint16Array.from({ length: 256 }, (_, codePoint) => this.classOf(codePoint));
  }

  classOf(codePoint: number): number {
    return this.#classes[lastAtMost(this.#first, codePoint, 0, this.#first.length)]!;
  }

  codePointOf(characterClass: number): number {
    return this.#sample[characterClass]!;
  }

  /**
   * Assigns one class to all ranges that belong to the same sets. Each set divides the classes of which it contains
   * only a part.
   */
  #classify(sets: readonly CodePointSet[]): Uint16Array {
    const ids = new Uint32Array(this.#first.length);
    let next = 1;
    for (const set of sets) {
      const parts = new Map<number, number>();
      for (let at = 0; at < set.length; at += 2) {
        let range = lastAtMost(this.#first, set[at]!, 0, this.#first.length);
        for (; range < ids.length && this.#first[range]! <= set[at + 1]!; range++) {
          const id = ids[range]!;
          let part = parts.get(id);
          if (part === undefined) parts.set(id, (part = next++));
          ids[range] = part;
        }
      }
    }
    const numbers = new Map<number, number>();
    return Uint16Array.from(ids, (id) => {
      const number = numbers.get(id) ?? numbers.size;
      numbers.set(id, number);
      return number;
    });
  }
}
