import { Alphabet } from "./alphabet.ts";
import { hasCodePoint, LETTER_CLASSES, NEWLINE } from "./code-point-set.ts";
import { INSTRUCTION, type Program } from "./program.ts";
import { ASSERTIONS } from "./pattern-tree.ts";

/*
 * A deterministic automaton over a program, built while texts are read: a state is the set of steps that the program
 * may be at, and one look into a table leads from a state and a letter to the next state. A text is read once, from
 * left to right, whatever the pattern. A pattern can have exponentially many states, so they are bounded; beyond the
 * bound the automaton gives up, and says so.
 */

/** Bytes that the states and the table of one automaton may take. */
export const MAX_AUTOMATON_BYTES = 4 * 1024 * 1024;

/** Bytes of a state beside its steps and its row of the table. */
const STATE_BYTES = 120;

const { textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary } = ASSERTIONS;
const WORD = LETTER_CLASSES.get("w")!;

/** The end of the text, as the letter after the last one of the alphabet. */
const END = -1;

/** Entries of the table that are no state: the pattern cannot match any more, or nothing is known yet. */
const DEAD = 0;
const UNKNOWN = -1;

interface State {
  /** Where its row of the table begins. */
  readonly row: number;
  /** `take`, `assert` and `accept` steps, ascending. */
  readonly steps: Int32Array;
  /** What is known of the place from what stands before it: assertion bits, and `AFTER_WORD`. */
  readonly before: number;
}

/** The character before the place is one of a word. A bit beside those of the assertions. */
const AFTER_WORD = 64;

export class Automaton {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  readonly #latin: Uint16Array;
  /** Columns of the table: the letters, and last whether the text may end here (1) or not (`DEAD`). */
  readonly #width: number;
  #table: Int32Array;
  readonly #states: State[] = [];
  readonly #byHash = new Map<number, State[]>();
  readonly #start: number;
  /** When each step was last visited, as a count of the walks. */
  readonly #visited: Int32Array;
  #walk = 0;
  #bytes = 0;

  constructor(program: Program) {
    this.#program = program;
    this.#alphabet = new Alphabet(program);
    this.#latin = this.#alphabet.latin;
    this.#width = this.#alphabet.size + 1;
    this.#visited = new Int32Array(program.kinds.length);
    this.#table = new Int32Array(this.#width * 8).fill(UNKNOWN);
    // The first row is that of the dead state, which is never looked at.
    this.#states.push({ row: DEAD, steps: new Int32Array(), before: 0 });
    this.#start = this.#stateOf([program.start], this.#relevant(textStart | lineStart));
  }

  /** What it takes in memory, roughly, in bytes. */
  get bytes(): number {
    return this.#bytes + this.#visited.length * 12;
  }

  /** Whether the whole text matches; undefined if that would take too many states. */
  matches(text: string): boolean | undefined {
    const latin = this.#latin;
    let table = this.#table;
    let row = this.#start;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      let letter: number;
      if (unit < 256) letter = latin[unit]!;
      else {
        const codePoint = text.codePointAt(at)!;
        if (codePoint > 0xffff) at++;
        letter = this.#alphabet.letterOf(codePoint);
      }
      let next = table[row + letter]!;
      if (next <= DEAD) {
        if (next === DEAD) return false;
        next = this.#advance(row, letter);
        if (next === DEAD) return false;
        if (next === UNKNOWN) return undefined;
        table = this.#table;
      }
      row = next;
    }
    const end = this.#width - 1;
    if (table[row + end] === UNKNOWN) this.#advance(row, END);
    return this.#table[row + end] === 1;
  }

  /** Fills an entry of the table. `UNKNOWN` if there is no room for one more state. */
  #advance(row: number, letter: number): number {
    const { steps, before } = this.#states[row / this.#width]!;
    const { kinds, out, other, sets } = this.#program;
    const codePoint = letter === END ? END : this.#alphabet.codePointOf(letter);
    const isWord = codePoint !== END && hasCodePoint(WORD, codePoint);
    const after = codePoint === END ? textEnd | lineEnd : codePoint === NEWLINE ? lineEnd : 0;
    const boundary = isWord === ((before & AFTER_WORD) !== 0) ? noWordBoundary : wordBoundary;
    const reached = this.#program.assertions === 0 ? steps : this.#reach(steps, before | after | boundary);
    if (letter === END) {
      this.#table[row + this.#width - 1] = reached.includes(0) ? 1 : DEAD;
      return DEAD;
    }
    const targets: number[] = [];
    for (const step of reached) {
      if (kinds[step] === INSTRUCTION.take && hasCodePoint(sets[other[step]!]!, codePoint))
        targets.push(out[step]!);
    }
    const known = (codePoint === NEWLINE ? lineStart : 0) | (isWord ? AFTER_WORD : 0);
    const next = targets.length === 0 ? DEAD : this.#stateOf(targets, this.#relevant(known));
    if (next !== UNKNOWN) this.#table[row + letter] = next;
    return next;
  }

  /** What of a place can make a difference to this program: states are told apart by that alone. */
  #relevant(before: number): number {
    const { assertions } = this.#program;
    const word = assertions & (wordBoundary | noWordBoundary) ? AFTER_WORD : 0;
    return before & (assertions | word);
  }

  /** The steps that are reached from some steps where the given assertions hold, ascending. */
  #reach(from: Iterable<number>, holding: number): Int32Array {
    const { kinds, out, other } = this.#program;
    const walk = ++this.#walk;
    const stack = [...from];
    const reached: number[] = [];
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      if (this.#visited[step] === walk) continue;
      this.#visited[step] = walk;
      const kind = kinds[step];
      if (kind === INSTRUCTION.split) stack.push(out[step]!, other[step]!);
      else {
        reached.push(step);
        if (kind === INSTRUCTION.assert && (other[step]! & holding) !== 0) stack.push(out[step]!);
      }
    }
    return Int32Array.from(reached).sort();
  }

  /** The row of the state of some steps, made if it is new; `UNKNOWN` if there is no room. */
  #stateOf(from: readonly number[], before: number): number {
    const steps = this.#reach(from, 0);
    const hash = hashOf(steps, before);
    const bucket = this.#byHash.get(hash) ?? [];
    const known = bucket.find((state) => state.before === before && areEqual(state.steps, steps));
    if (known !== undefined) return known.row;
    const bytes = STATE_BYTES + 4 * (steps.length + this.#width);
    if (this.#bytes + bytes > MAX_AUTOMATON_BYTES) return UNKNOWN;
    this.#bytes += bytes;
    const row = this.#states.length * this.#width;
    if (row + this.#width > this.#table.length) {
      const grown = new Int32Array(this.#table.length * 2).fill(UNKNOWN);
      grown.set(this.#table);
      this.#table = grown;
    }
    const state: State = { row, steps, before };
    this.#states.push(state);
    this.#byHash.set(hash, [...bucket, state]);
    return row;
  }
}

function hashOf(steps: Int32Array, before: number): number {
  let hash = 0x811c9dc5 ^ before;
  for (const step of steps) hash = Math.imul(hash ^ step, 0x01000193);
  return hash;
}

function areEqual(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
