import { Alphabet } from "./alphabet.ts";
import { hasCodePoint, LETTER_CLASSES, NEWLINE } from "./code-point-set.ts";
import { INSTRUCTION, type Program } from "./program.ts";
import { ASSERTIONS } from "./pattern-tree.ts";

/*
 * A lazily built deterministic automaton. A state is a set of program instructions, so matching takes linear time. A
 * pattern can have exponentially many states: beyond `MAX_AUTOMATON_BYTES`, `matches` returns undefined.
 */

export const MAX_AUTOMATON_BYTES = 4 * 1024 * 1024;

/** Approximate memory of a state in bytes, without instructions and transitions. */
const STATE_BYTES = 120;

const { textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary } = ASSERTIONS;
const WORD = LETTER_CLASSES.get("w")!;

/** Pseudo class of the end of the string. */
const END = -1;

/** Row of the state from which no match is possible. */
const DEAD = 0;
const NOT_COMPUTED = -1;

interface State {
  readonly row: number;
  /** Indexes of the state's `take`, `assert` and `accept` instructions in the program, ascending. */
  readonly instructions: Int32Array;
  /** Bits that the previous character determines: assertions that are true, and `AFTER_WORD`. */
  readonly before: number;
}

/** Bit of `State.before`: the previous character is a word character. Differs from all bits of assertions. */
const AFTER_WORD = 64;

export class Automaton {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  readonly #latin: Uint16Array;
  /**
   * Number of columns of the transition table: one per class, plus a last one that is 1 if the string may end in the
   * state, else `DEAD`.
   */
  readonly #width: number;
  #table: Int32Array;
  readonly #states: State[] = [];
  readonly #byHash = new Map<number, State[]>();
  readonly #start: number;
  /** For each instruction: number of the last traversal that visited it. */
  readonly #visited: Int32Array;
  #traversal = 0;
  #bytes = 0;

  constructor(program: Program) {
    this.#program = program;
    this.#alphabet = new Alphabet(program);
    this.#latin = this.#alphabet.latin;
    this.#width = this.#alphabet.size + 1;
    this.#visited = new Int32Array(program.kinds.length);
    this.#table = new Int32Array(this.#width * 8).fill(NOT_COMPUTED);
    this.#states.push({ row: DEAD, instructions: new Int32Array(), before: 0 });
    this.#start = this.#stateOf([program.start], this.#relevant(textStart | lineStart));
  }

  /** Approximate memory in bytes. Grows with the number of states. */
  get bytes(): number {
    return this.#bytes + this.#visited.length * 12;
  }

  /** Returns whether the pattern matches the whole string, or undefined if the states exceed the memory limit. */
  matches(text: string): boolean | undefined {
    const latin = this.#latin;
    let table = this.#table;
    let row = this.#start;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      let characterClass: number;
      if (unit < 256) characterClass = latin[unit]!;
      else {
        const codePoint = text.codePointAt(at)!;
        if (codePoint > 0xffff) at++;
        characterClass = this.#alphabet.classOf(codePoint);
      }
      let next = table[row + characterClass]!;
      if (next <= DEAD) {
        if (next === DEAD) return false;
        next = this.#advance(row, characterClass);
        if (next === DEAD) return false;
        if (next === NOT_COMPUTED) return undefined;
        table = this.#table;
      }
      row = next;
    }
    const end = this.#width - 1;
    if (table[row + end] === NOT_COMPUTED) this.#advance(row, END);
    return this.#table[row + end] === 1;
  }

  /**
   * Computes a transition. Returns the row of the next state, or `NOT_COMPUTED` if a new state would exceed the
   * memory limit.
   */
  #advance(row: number, characterClass: number): number {
    const { instructions, before } = this.#states[row / this.#width]!;
    const { kinds, out, other, sets } = this.#program;
    const codePoint = characterClass === END ? END : this.#alphabet.codePointOf(characterClass);
    const isWord = codePoint !== END && hasCodePoint(WORD, codePoint);
    const after = codePoint === END ? textEnd | lineEnd : codePoint === NEWLINE ? lineEnd : 0;
    const boundary = isWord === ((before & AFTER_WORD) !== 0) ? noWordBoundary : wordBoundary;
    const reached =
      this.#program.assertions === 0 ? instructions : this.#reach(instructions, before | after | boundary);
    if (characterClass === END) {
      this.#table[row + this.#width - 1] = reached.includes(0) ? 1 : DEAD;
      return DEAD;
    }
    const targets: number[] = [];
    for (const instruction of reached) {
      if (kinds[instruction] === INSTRUCTION.take && hasCodePoint(sets[other[instruction]!]!, codePoint))
        targets.push(out[instruction]!);
    }
    const known = (codePoint === NEWLINE ? lineStart : 0) | (isWord ? AFTER_WORD : 0);
    const next = targets.length === 0 ? DEAD : this.#stateOf(targets, this.#relevant(known));
    if (next !== NOT_COMPUTED) this.#table[row + characterClass] = next;
    return next;
  }

  #relevant(before: number): number {
    const { assertions } = this.#program;
    const word = assertions & (wordBoundary | noWordBoundary) ? AFTER_WORD : 0;
    return before & (assertions | word);
  }

  /**
   * Returns the instructions that are reachable without a character if the `holding` assertions are true. Ascending.
   */
  #reach(from: Iterable<number>, holding: number): Int32Array {
    const { kinds, out, other } = this.#program;
    const traversal = ++this.#traversal;
    const stack = [...from];
    const reached: number[] = [];
    for (let instruction = stack.pop(); instruction !== undefined; instruction = stack.pop()) {
      if (this.#visited[instruction] === traversal) continue;
      this.#visited[instruction] = traversal;
      const kind = kinds[instruction];
      if (kind === INSTRUCTION.split) stack.push(out[instruction]!, other[instruction]!);
      else {
        reached.push(instruction);
        if (kind === INSTRUCTION.assert && (other[instruction]! & holding) !== 0)
          stack.push(out[instruction]!);
      }
    }
    return Int32Array.from(reached).sort();
  }

  /**
   * Returns the row of the state, which may be new, or `NOT_COMPUTED` if a new state would exceed the memory limit.
   */
  #stateOf(from: readonly number[], before: number): number {
    const instructions = this.#reach(from, 0);
    const hash = hashOf(instructions, before);
    const bucket = this.#byHash.get(hash) ?? [];
    const known = bucket.find(
      (state) => state.before === before && areEqual(state.instructions, instructions),
    );
    if (known !== undefined) return known.row;
    const bytes = STATE_BYTES + 4 * (instructions.length + this.#width);
    if (this.#bytes + bytes > MAX_AUTOMATON_BYTES) return NOT_COMPUTED;
    this.#bytes += bytes;
    const row = this.#states.length * this.#width;
    if (row + this.#width > this.#table.length) {
      const grown = new Int32Array(this.#table.length * 2).fill(NOT_COMPUTED);
      grown.set(this.#table);
      this.#table = grown;
    }
    const state: State = { row, instructions, before };
    this.#states.push(state);
    this.#byHash.set(hash, [...bucket, state]);
    return row;
  }
}

function hashOf(instructions: Int32Array, before: number): number {
  let hash = 0x811c9dc5 ^ before;
  for (const instruction of instructions) hash = Math.imul(hash ^ instruction, 0x01000193);
  return hash;
}

function areEqual(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
