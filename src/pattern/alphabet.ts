import { lastAtMost } from "../values/binary-search.ts";
import { MAX_CODE_POINT, LETTER_CLASSES, NEWLINE, type CodePointSet } from "./code-point-set.ts";
import type { Program } from "./program.ts";
import { ASSERTIONS } from "./pattern-tree.ts";

const WORD = LETTER_CLASSES.get("w")!;

/**
 * Partition of the code points into classes. No set and no assertion of the program distinguishes code points of one
 * class.
 */
export class Alphabet {
  /** Number of classes of code points. */
  readonly size: number;
  /** Class of each code point below 256, precomputed for speed. */
  readonly latin: Uint16Array;
  /** First code point of each class, ascending. A class is a contiguous range. */
  readonly #first: Uint32Array;

  constructor(program: Program) {
    const starts = new Set<number>([0]);
    const add = (set: CodePointSet) => {
      for (let at = 0; at < set.length; at += 2) starts.add(set[at]!).add(set[at + 1]! + 1);
    };
    program.sets.forEach(add);
    if (program.assertions & (ASSERTIONS.lineStart | ASSERTIONS.lineEnd)) add([NEWLINE, NEWLINE]);
    if (program.assertions & (ASSERTIONS.wordBoundary | ASSERTIONS.noWordBoundary)) add(WORD);
    starts.delete(MAX_CODE_POINT + 1);
    this.#first = Uint32Array.from(starts).sort();
    this.size = this.#first.length;
    this.latin = Uint16Array.from({ length: 256 }, (_, codePoint) => this.classOf(codePoint));
  }

  classOf(codePoint: number): number {
    return lastAtMost(this.#first, codePoint, 0, this.size);
  }

  codePointOf(characterClass: number): number {
    return this.#first[characterClass]!;
  }
}
