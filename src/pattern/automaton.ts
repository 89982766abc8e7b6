import { Alphabet } from "./alphabet.ts";
import { hasCodePoint, LETTER_CLASSES, NEWLINE } from "./code-point-set.ts";
import { countVisits, longMatchOf, MAX_UNPAUSED_VISITS, pauseMatch, type LongMatch } from "./pattern-work.ts";
import { countWork } from "../values/work.ts";
import { INSTRUCTION, type Program } from "./program.ts";
import { ASSERTIONS } from "./pattern-tree.ts";

/*
 * A lazily built deterministic automaton. A state is a set of program instructions, so matching takes linear time. A
 * pattern can have exponentially many states: at `MAX_AUTOMATON_BYTES`, all cached states are dropped.
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

/** Characters of a string after which a match can be paused. */
const MAX_PART_CHARACTERS = 262_144;

/**
 * Maximum ratio of scanned to reached instructions. With a higher ratio, sorting the reached instructions is faster
 * than scanning all in their range.
 */
const MAX_SCANNED_PER_REACHED = 16;

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
  readonly #source: string;
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  readonly #latin: Uint16Array;
  /**
   * Number of columns of the transition table: one per class, plus a last one that is 1 if the string may end in the
   * state, else `DEAD`.
   */
  readonly #width: number;
  #table: Int32Array;
  #states: State[] = [];
  readonly #byHash = new Map<number, State[]>();
  /** Row of the first state, or `NOT_COMPUTED`. */
  #start = NOT_COMPUTED;
  /** For each instruction: number of the last traversal that visited it. */
  readonly #visited: Int32Array;
  /**
   * For each set of characters: number of the last transition that tested its character. `#has` holds the result of the
   * test.
   */
  readonly #looked: Int32Array;
  readonly #isInSet: Uint8Array;
  /** Instructions that the running traversal has yet to visit. */
  readonly #stack: Int32Array;
  readonly #reached: Int32Array;
  #traversal = 0;
  #bytes = 0;
  /** Number of states that the current match has visited. */
  #visits = 0;

  constructor(program: Program, source: string) {
    this.#source = source;
    this.#program = program;
    this.#alphabet = new Alphabet(program);
    this.#latin = this.#alphabet.latin;
    this.#width = this.#alphabet.size + 1;
    const { length } = program.kinds;
    this.#visited = new Int32Array(length);
    this.#looked = new Int32Array(program.sets.length);
    this.#isInSet = new Uint8Array(program.sets.length);
    this.#stack = new Int32Array(3 * length);
    this.#reached = new Int32Array(length);
    this.#table = new Int32Array();
    this.#reset();
  }

  /** Approximate memory in bytes. Grows with the number of states. */
  get bytes(): number {
    return this.#bytes + this.#visited.length * 30;
  }

  /**
   * Returns whether the pattern matches the whole string. A long match can be paused if its caller is `pausable`.
   * @throws PatternWorkError if the match or the running request visits too many states
   */
  matches(text: string): boolean {
    const paused = longMatchOf(this, text);
    this.#visits = paused?.visits ?? 0;
    if (paused === undefined) return this.#matchFrom(text, 0, this.#startRow());
    paused.result ??= this.#matchFrom(text, paused.at, this.#rowOf(paused.state as State));
    return paused.result;
  }

  #startRow(): number {
    if (this.#start === NOT_COMPUTED)
      this.#start = this.#stateOf([this.#program.start], this.#relevantAssertions(textStart | lineStart));
    return this.#start;
  }

  /** @param first row of the state before the character at `from` */
  #matchFrom(text: string, from: number, first: number): boolean {
    const visitsBeforePause = this.#visits + MAX_UNPAUSED_VISITS;
    const latin = this.#latin;
    let table = this.#table;
    let row = first;
    let counted = from;
    let partEnd = from + MAX_PART_CHARACTERS;
    for (let at = from; at < text.length; at++) {
      if (at >= partEnd) {
        countWork(at - counted);
        counted = at;
        partEnd = at + MAX_PART_CHARACTERS;
        this.#pause(text, at, row);
      }
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
        if (next !== DEAD) next = this.#advance(row, characterClass);
        if (next === DEAD) {
          countWork(at + 1 - counted);
          return false;
        }
        table = this.#table;
        if (this.#visits >= visitsBeforePause) this.#pause(text, at + 1, next);
      }
      row = next;
    }
    countWork(text.length - counted);
    const end = this.#width - 1;
    if (table[row + end] === NOT_COMPUTED) this.#advance(row, END);
    return table[row + end] === 1;
  }

  #pause(text: string, at: number, row: number): void {
    pauseMatch(this, (): LongMatch => {
      const state = this.#states[row / this.#width]!;
      return { text, at, state, visits: this.#visits, result: undefined };
    });
  }

  /** Drops all cached states. */
  #reset(): void {
    this.#states = [{ row: DEAD, instructions: new Int32Array(), before: 0 }];
    this.#byHash.clear();
    this.#table = new Int32Array(this.#width * 8).fill(NOT_COMPUTED);
    this.#start = NOT_COMPUTED;
    this.#bytes = 0;
  }

  /** Computes a transition. Returns the row of the next state. */
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
    const transition = ++this.#traversal;
    for (const instruction of reached) {
      if (kinds[instruction] !== INSTRUCTION.take) continue;
      const set = other[instruction]!;
      if (this.#looked[set] !== transition) {
        this.#looked[set] = transition;
        this.#isInSet[set] = hasCodePoint(sets[set]!, codePoint) ? 1 : 0;
      }
      if (this.#isInSet[set] === 1) targets.push(out[instruction]!);
    }
    const assertions = (codePoint === NEWLINE ? lineStart : 0) | (isWord ? AFTER_WORD : 0);
    const states = this.#states;
    const next = targets.length === 0 ? DEAD : this.#stateOf(targets, this.#relevantAssertions(assertions));
    // If the new state did not fit into memory, all states were dropped, with the row that this transition starts from.
    if (states === this.#states) this.#table[row + characterClass] = next;
    this.#countVisits(reached.length);
    return next;
  }

  #countVisits(visits: number): void {
    this.#visits += visits;
    countVisits(visits, this.#visits, this.#source);
  }

  #relevantAssertions(before: number): number {
    const { assertions } = this.#program;
    const word = assertions & (wordBoundary | noWordBoundary) ? AFTER_WORD : 0;
    return before & (assertions | word);
  }

  /**
   * Returns the instructions that are reachable without a character if the `holding` assertions are true. Ascending.
   */
  #reach(from: ArrayLike<number>, holding: number): Int32Array {
    const { kinds, out, other } = this.#program;
    const [visited, stack, reached] = [this.#visited, this.#stack, this.#reached];
    const traversal = ++this.#traversal;
    let visits = 0;
    let count = 0;
    let [minimum, maximum] = [kinds.length, 0];
    let top = from.length;
    for (let i = 0; i < top; i++) stack[i] = from[i]!;
    while (top > 0) {
      const instruction = stack[--top]!;
      if (visited[instruction] === traversal) continue;
      visited[instruction] = traversal;
      visits++;
      const kind = kinds[instruction];
      if (kind === INSTRUCTION.split) {
        stack[top++] = out[instruction]!;
        stack[top++] = other[instruction]!;
      } else {
        reached[count++] = instruction;
        if (instruction < minimum) minimum = instruction;
        if (instruction > maximum) maximum = instruction;
        if (kind === INSTRUCTION.assert && (other[instruction]! & holding) !== 0)
          stack[top++] = out[instruction]!;
      }
    }
    this.#countVisits(visits);
    if (maximum - minimum > MAX_SCANNED_PER_REACHED * count) return reached.slice(0, count).sort();
    // Collects the visited instructions in ascending order.
    let at = 0;
    for (let i = minimum; i <= maximum; i++)
      if (visited[i] === traversal && kinds[i] !== INSTRUCTION.split) reached[at++] = i;
    return reached.slice(0, count);
  }

  /**
   * Returns the row of a state. Adds the state if it is new. If it does not fit into memory, drops all other states
   * first.
   */
  #stateOf(from: readonly number[], before: number): number {
    return this.#rowOf({ instructions: this.#reach(from, 0), before });
  }

  #rowOf({ instructions, before }: Omit<State, "row">): number {
    const hash = hashOf(instructions, before);
    const bucket = this.#byHash.get(hash) ?? [];
    const existing = bucket.find(
      (state) => state.before === before && areEqual(state.instructions, instructions),
    );
    if (existing !== undefined) return existing.row;
    const bytes = STATE_BYTES + 4 * (instructions.length + this.#width);
    if (this.#bytes + bytes > MAX_AUTOMATON_BYTES && this.#bytes > 0) {
      this.#reset();
      return this.#add(instructions, before, hash, [], bytes);
    }
    return this.#add(instructions, before, hash, bucket, bytes);
  }

  #add(
    instructions: Int32Array,
    before: number,
    hash: number,
    bucket: readonly State[],
    bytes: number,
  ): number {
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
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
