import { countWork } from "../../../values/work.ts";
import type { CharacterRuns } from "../kernels/order-key.ts";
import { scratchFloat64 } from "../tasks/scratch.ts";
import { mergeTask, sortTask, type RowOrder } from "../tasks/sort-task.ts";
import { eachBatch, isStepOver, nextStep, numbersBetween, type Task } from "../tasks/task.ts";

export interface RunOrder {
  readonly runs: CharacterRuns;
  /** Index of the first character that can differ. */
  readonly start: number;
  readonly isDescending: boolean;
  /** The whole order, for rows that the numbers of characters cannot decide. */
  readonly order: RowOrder<number>;
}

/**
 * Sorts rows whose strings are equal up to a character, by the numbers of the next characters. Rows with equal numbers are
 * sorted by the characters after them. This compares doubles instead of calling a collator for every pair.
 *
 * @param rows rows in ascending order
 * @returns sorted rows, which must not be kept
 */
export function* sortByRuns(rows: Uint32Array, { start, ...rest }: RunOrder): Task<Uint32Array> {
  const { runs, order, isDescending } = rest;
  const count = rows.length;
  const isDeep = start >= runs.first + MAX_PASSES * runs.characters;
  if (count < MIN_ROWS || isDeep) return yield* sortTask(rows, order);
  const numbers = scratchFloat64(2 * count);
  if (!(yield* writeNumbers(rows, runs, start, numbers))) return yield* sortTask(rows, order);
  const ascending: RowOrder<number> = (a, b) =>
    numbers[2 * a]! - numbers[2 * b]! || numbers[2 * a + 1]! - numbers[2 * b + 1]!;
  const compare: RowOrder<number> = isDescending ? (a, b) => ascending(b, a) : ascending;
  const items = (yield* sortTask(yield* numbersBetween(0, count), compare)).slice();
  const sorted = items.map((item) => rows[item]!);
  let undecided = 0;
  for (let first = 0; first < count;) {
    const item = items[first]!;
    let end = first + 1;
    while (end < count && ascending(items[end]!, item) === 0) end++;
    if (numbers[2 * item] === UNDECIDED) undecided = end - first;
    else if (end - first > 1) {
      const next = { ...rest, start: start + runs.characters };
      sorted.set(yield* sortByRuns(sorted.subarray(first, end), next), first);
    }
    first = end;
    countWork(1);
    if (isStepOver()) yield* nextStep();
  }
  if (undecided === 0) return sorted;
  // Undecided rows have the lowest number.
  const middle = isDescending ? count - undecided : undecided;
  const [low, high] = [sorted.subarray(0, middle), sorted.subarray(middle)];
  const [known, others] = isDescending ? [low, high] : [high, low];
  // Rows that are equal in the order stay in the order of their numbers.
  const stable: RowOrder<number> = (a, b) => order(a, b) || a - b;
  return yield* mergeTask(known, (yield* sortTask(others, stable)).slice(), stable);
}

/** Writes a pair of numbers for each row. Returns false if all strings end before `start`. */
function* writeNumbers(
  rows: Uint32Array,
  { write }: CharacterRuns,
  start: number,
  numbers: Float64Array,
): Task<boolean> {
  let isAnyLonger = false;
  yield* eachBatch(
    rows.length,
    (from, end) => {
      for (let i = from; i < end; i++) {
        write(rows[i]!, start, numbers, 2 * i);
        const number = numbers[2 * i]!;
        if (number !== 0) isAnyLonger = true;
        if (number !== number) numbers[2 * i] = numbers[2 * i + 1] = UNDECIDED;
      }
      countWork((end - from) * UNITS_PER_ROW);
    },
    ROWS_PER_BATCH,
  );
  return isAnyLonger;
}

/** Number of a row that only a comparison can order. It is lower than all numbers of characters. */
const UNDECIDED = -1;
/** Fewer rows are compared: their numbers would take as long as a few comparisons. */
const MIN_ROWS = 4;
/** Passes after which rows are compared: longer equal beginnings are rare, and each pass reads all rows that are left. */
const MAX_PASSES = 8;
/** Work of reading a string and writing its numbers. */
const UNITS_PER_ROW = 32;
const ROWS_PER_BATCH = 8192;
