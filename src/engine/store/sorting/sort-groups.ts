import { countWork } from "../../../values/work.ts";
import { rowOrderOf, type OrderKey, type SortWords } from "../kernels/order-key.ts";
import { sortTask } from "../tasks/sort-task.ts";
import { eachBatch, isStepOver, nextStep, numbersBetween, type Task } from "../tasks/task.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";

/** Positions in the order, from `first` to the one before `end`. */
export type PositionRange = readonly [first: number, end: number];

/** Groups of rows with equal words, by the kind of their word (`WordKind`): the words did not bring these rows into an order. */
export interface OpenRanges {
  readonly partial: Ranges;
  readonly equal: Ranges;
  readonly compared: Ranges;
  /** Undecided rows: `[first, middle)` have to be merged into the sorted rows `[middle, end)`. */
  readonly undecided: (readonly [first: number, middle: number, end: number])[];
}

/** A list of ranges of positions. */
export class Ranges {
  #ends = new Uint32Array(64);
  #count = 0;
  /** Number of rows in all ranges. */
  rows = 0;

  static of(first: number, end: number): Ranges {
    const ranges = new Ranges();
    if (end - first > 1) ranges.add(first, end);
    return ranges;
  }

  get length(): number {
    return this.#count;
  }

  add(first: number, end: number): void {
    const at = 2 * this.#count++;
    if (at === this.#ends.length) {
      const larger = new Uint32Array(2 * at);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[at] = first;
    this.#ends[at + 1] = end;
    this.rows += end - first;
  }

  addAll(ranges: Ranges): void {
    for (let i = 0; i < ranges.length; i++) this.add(...ranges.at(i));
  }

  at(index: number): PositionRange {
    return [this.#ends[2 * index]!, this.#ends[2 * index + 1]!];
  }
}

/** Rows that are sorted step by step. Each step sorts groups: rows that are equal in all steps before. */
export class SortedGroups {
  readonly order: Uint32Array;
  readonly #words: readonly [Uint32Array, Uint32Array];
  readonly #room: Uint32Array;
  readonly #counts = new Uint32Array(1 << LARGE_DIGIT_BITS);

  private constructor(order: Uint32Array) {
    const rows = order.length;
    this.order = order;
    this.#words = [new Uint32Array(rows), new Uint32Array(rows)];
    this.#room = new Uint32Array(rows);
  }

  static *create(rows: number): Task<SortedGroups> {
    return new SortedGroups(yield* numbersBetween(0, rows, new Uint32Array(rows)));
  }

  /**
   * Sorts the rows of each group by their words. Rows with equal words keep their order.
   *
   * @param open receives the groups of rows that have equal words
   */
  *sortByWords(
    groups: Ranges,
    { words, kindOf }: Pick<SortWords, "words" | "kindOf">,
    open: OpenRanges,
  ): Task<void> {
    for (let i = 0; i < groups.length; i++) {
      const [first, end] = groups.at(i);
      const count = end - first;
      if (count > LARGE_GROUP) yield* this.#sortLarge(first, end, words);
      else this.#sortSmall(first, end, words);
      yield* this.#split(first, end, kindOf, open);
      countWork(count * UNIT_COSTS.sortedWord);
      if (isStepOver()) yield* nextStep();
    }
  }

  /** Sorts the rows of each group by comparisons. Returns the groups of equal rows. */
  *sortByComparisons(groups: Ranges, key: OrderKey): Task<Ranges> {
    const { order } = this;
    const compare = rowOrderOf([key]);
    const equal = new Ranges();
    for (let i = 0; i < groups.length; i++) {
      const [first, end] = groups.at(i);
      order.set(yield* sortTask(order.subarray(first, end), compare), first);
      for (let from = first; from < end;) {
        let to = from + 1;
        while (to < end && compare(order[from]!, order[to]!) === 0) {
          to++;
          countWork(1);
          if (isStepOver()) yield* nextStep();
        }
        if (to - from > 1) equal.add(from, to);
        from = to;
        countWork(1);
        if (isStepOver()) yield* nextStep();
      }
    }
    return equal;
  }

  /** Reads the words of a group, and sorts it. The sorted words are in `#words[0]`. */
  #sortSmall(first: number, end: number, words: Uint32Array): void {
    const { order } = this;
    const count = end - first;
    const [keys, spareKeys] = this.#words;
    if (count <= INSERTED_ROWS) return insertAll(order, keys, first, end, words);
    const varying = readWords(order, words, keys, first, 0, count);
    if (varying === 0) return;
    const bits = count > LARGE_DIGIT_ROWS ? LARGE_DIGIT_BITS : DIGIT_BITS;
    const room = this.#room;
    let isMoved = false;
    for (
      let shift = 31 - Math.clz32(varying & -varying);
      shift < 32 && varying >>> shift !== 0;
      shift += bits
    ) {
      const counts = this.#counts.fill(0, 0, 1 << bits);
      const mask = (1 << bits) - 1;
      if (isMoved) {
        countDigits(spareKeys, shift, mask, 0, count, counts);
        offsetsOf(counts, mask);
        moveRows(spareKeys, room, 0, keys, order, first, { shift, mask, counts }, 0, count);
      } else {
        countDigits(keys, shift, mask, 0, count, counts);
        offsetsOf(counts, mask);
        moveRows(keys, order, first, spareKeys, room, 0, { shift, mask, counts }, 0, count);
      }
      isMoved = !isMoved;
    }
    if (!isMoved) return;
    keys.set(spareKeys.subarray(0, count));
    order.set(room.subarray(0, count), first);
  }

  /** Equivalent to `#sortSmall`, in steps. */
  *#sortLarge(first: number, end: number, words: Uint32Array): Task<void> {
    const { order } = this;
    const count = end - first;
    const [keys, spareKeys] = this.#words;
    const room = this.#room;
    let varying = 0;
    const firstWord = words[order[first]!]!;
    yield* eachBatch(count, (from, to) => {
      varying |= readWords(order, words, keys, first, from, to) | (keys[from]! ^ firstWord);
    });
    // The first write to each page of new memory is slow. Moving rows would write to nearly all pages in its first step.
    yield* eachBatch(count, (from, to) => {
      room.fill(0, from, to);
      spareKeys.fill(0, from, to);
    });
    const mask = (1 << LARGE_DIGIT_BITS) - 1;
    let isMoved = false;
    for (
      let shift = varying === 0 ? 32 : 31 - Math.clz32(varying & -varying);
      shift < 32 && varying >>> shift !== 0;
      shift += LARGE_DIGIT_BITS
    ) {
      // Not the shared array, because other sorts may run between two steps.
      const counts = new Uint32Array(1 << LARGE_DIGIT_BITS);
      const digits = { shift, mask, counts };
      const from = isMoved ? spareKeys : keys;
      yield* eachBatch(count, (at, to) => countDigits(from, shift, mask, at, to, counts));
      offsetsOf(counts, mask);
      const isBack = isMoved;
      yield* eachBatch(count, (at, to) => {
        if (isBack) moveRows(spareKeys, room, 0, keys, order, first, digits, at, to);
        else moveRows(keys, order, first, spareKeys, room, 0, digits, at, to);
      });
      isMoved = !isMoved;
    }
    if (!isMoved) return;
    yield* eachBatch(count, (at, to) => {
      keys.set(spareKeys.subarray(at, to), at);
      order.set(room.subarray(at, to), first + at);
    });
  }

  /** Adds the rows of a sorted group with equal words to `open`. */
  *#split(first: number, end: number, kindOf: SortWords["kindOf"], open: OpenRanges): Task<void> {
    const [keys] = this.#words;
    const count = end - first;
    for (let from = 0; from < count;) {
      const word = keys[from]!;
      let to = from + 1;
      while (to < count && keys[to] === word) to++;
      const kind = kindOf(word);
      if (kind === "undecided") open.undecided.push([first, first + to, end]);
      else if (to - from > 1) open[kind].add(first + from, first + to);
      from = to;
      if (count > LARGE_GROUP) {
        countWork(1);
        if (isStepOver()) yield* nextStep();
      }
    }
  }
}

/** Sorts few rows by insertion. */
function insertAll(
  order: Uint32Array,
  keys: Uint32Array,
  first: number,
  end: number,
  words: Uint32Array,
): void {
  for (let at = first; at < end; at++) {
    const row = order[at]!;
    const word = words[row]!;
    let to = at - first;
    while (to > 0 && keys[to - 1]! > word) {
      keys[to] = keys[to - 1]!;
      order[first + to] = order[first + to - 1]!;
      to--;
    }
    keys[to] = word;
    order[first + to] = row;
  }
}

/** Reads the words of rows. Returns the bits in which they differ from the first of them. */
function readWords(
  order: Uint32Array,
  words: Uint32Array,
  keys: Uint32Array,
  first: number,
  from: number,
  end: number,
): number {
  const firstWord = words[order[first + from]!]!;
  let varying = 0;
  for (let i = from; i < end; i++) {
    const word = words[order[first + i]!]!;
    keys[i] = word;
    varying |= word ^ firstWord;
  }
  return varying;
}

function countDigits(
  keys: Uint32Array,
  shift: number,
  mask: number,
  from: number,
  end: number,
  counts: Uint32Array,
): void {
  for (let i = from; i < end; i++) counts[(keys[i]! >>> shift) & mask]!++;
}

/** Replaces the number of rows of each digit with the position of the first of them. */
function offsetsOf(counts: Uint32Array, mask: number): void {
  let position = 0;
  for (let digit = 0; digit <= mask; digit++) {
    const count = counts[digit]!;
    counts[digit] = position;
    position += count;
  }
}

interface Digits {
  readonly shift: number;
  readonly mask: number;
  /** Position of the next row of each digit. */
  readonly counts: Uint32Array;
}

/** Moves words and rows to the positions of their digits. The rows begin at `rowsFirst` and `toFirst`. */
function moveRows(
  keys: Uint32Array,
  rows: Uint32Array,
  rowsFirst: number,
  toKeys: Uint32Array,
  toRows: Uint32Array,
  toFirst: number,
  { shift, mask, counts }: Digits,
  from: number,
  end: number,
): void {
  for (let i = from; i < end; i++) {
    const word = keys[i]!;
    const at = counts[(word >>> shift) & mask]!++;
    toKeys[at] = word;
    toRows[toFirst + at] = rows[rowsFirst + i]!;
  }
}

/** Rows that are sorted by insertion, because a radix sort clears its counts. */
const INSERTED_ROWS = 24;
const DIGIT_BITS = 8;
const LARGE_DIGIT_BITS = 11;
/** Rows from which fewer passes are worth the larger number of counts. */
const LARGE_DIGIT_ROWS = 4096;
/** Rows from which a group is sorted in several steps. */
const LARGE_GROUP = 32_768;
