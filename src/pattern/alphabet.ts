import { lastAtMost } from "../values/binary-search.ts";
import { MAX_CODE_POINT, LETTER_CLASSES, NEWLINE, type CodePointSet } from "./code-point-set.ts";
import type { Program } from "./program.ts";
import { ASSERTIONS } from "./pattern-tree.ts";

const WORD = LETTER_CLASSES.get("w")!;

/**
 * The letters of an automaton: code points that no set and no assertion of a program tells apart are one letter.
 */
export class Alphabet {
  /** The number of letters. */
  readonly size: number;
  /** The letter of each code point below 256, which are looked up most. */
  readonly latin: Uint16Array;
  /** The first code point of each letter, ascending. */
  readonly #first: Uint32Array;

  constructor(program: Program) {
    const bounds = new Set<number>([0]);
    const add = (set: CodePointSet) => {
      for (let at = 0; at < set.length; at += 2) bounds.add(set[at]!).add(set[at + 1]! + 1);
    };
    program.sets.forEach(add);
    if (program.assertions & (ASSERTIONS.lineStart | ASSERTIONS.lineEnd)) add([NEWLINE, NEWLINE]);
    if (program.assertions & (ASSERTIONS.wordBoundary | ASSERTIONS.noWordBoundary)) add(WORD);
    bounds.delete(MAX_CODE_POINT + 1);
    this.#first = Uint32Array.from(bounds).sort();
    this.size = this.#first.length;
    this.latin = Uint16Array.from({ length: 256 }, (_, codePoint) => this.letterOf(codePoint));
  }

  letterOf(codePoint: number): number {
    return lastAtMost(this.#first, codePoint, 0, this.size);
  }

  /** A code point of a letter, which stands for all of them. */
  codePointOf(letter: number): number {
    return this.#first[letter]!;
  }
}
