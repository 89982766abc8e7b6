import { firstIndexWhere } from "../../../values/binary-search.ts";
import { countWork } from "../../../values/work.ts";
import { eachBatch, isStepOver, nextStep, numbersBetween, type Task } from "../tasks/task.ts";
import { sortByRuns } from "./sort-by-runs.ts";
import { rowOrderOf, type CharacterRuns, type NumberKey, type OrderKey } from "../kernels/order-key.ts";
import { scratchUint32 } from "../tasks/scratch.ts";
import { mergeTask, sortTask, type RowOrder } from "../tasks/sort-task.ts";

/**
 * Sorts all rows. The leading keys with sort numbers are sorted by a least-significant-digit radix sort, last key first;
 * each pass is stable. Only rows that are equal by these keys are compared by the others.
 */
export function* buildSortedIndex(keys: readonly OrderKey[], rows: number): Task<Uint32Array> {
  const [first] = keys;
  if (first?.kind === "compare" && first.prefixes !== undefined)
    return yield* sortByPrefixes(first.prefixes, first.laterRuns?.(), keys, rows);
  const firstCompared = keys.findIndex(({ kind }) => kind === "compare");
  const leading = (firstCompared < 0 ? keys : keys.slice(0, firstCompared)) as readonly NumberKey[];
  const order = yield* radixSort(leading, rows);
  if (firstCompared < 0) return order;
  const compare = rowOrderOf(keys.slice(firstCompared));
  yield* sortTies(order, leading, (ties) => sortTask(ties, compare));
  return order;
}

/** Sorts by prefixes first. Rows without a prefix are sorted by comparisons, and merged. */
function* sortByPrefixes(
  prefixes: NumberKey,
  runs: CharacterRuns | undefined,
  keys: readonly OrderKey[],
  rows: number,
): Task<Uint32Array> {
  const order = yield* radixSort([prefixes], rows);
  const hasPrefix = (row: number) => !Number.isNaN(prefixes.numbers()[row]!);
  // NaN is lowest.
  const missing = prefixes.isDescending
    ? order.length - firstIndexWhere(0, order.length, (at) => !hasPrefix(order[at]!))
    : firstIndexWhere(0, order.length, (at) => hasPrefix(order[at]!));
  const end = order.length - missing;
  const known = prefixes.isDescending ? order.subarray(0, end) : order.subarray(missing);
  const byKeys = rowOrderOf(keys);
  const { isDescending } = prefixes;
  yield* sortTies(known, [prefixes], (ties) =>
    runs === undefined
      ? sortTask(ties, byKeys)
      : sortByRuns(ties, { runs, isDescending, start: runs.first, order: byKeys }),
  );
  if (missing === 0) return order;
  // Equal rows keep their order.
  const compare = (a: number, b: number) => byKeys(a, b) || a - b;
  const others = prefixes.isDescending ? order.subarray(end) : order.subarray(0, missing);
  return yield* mergeTask(known, yield* sortTask(others, compare), compare);
}

function* radixSort(keys: readonly NumberKey[], rows: number): Task<Uint32Array> {
  let order: Uint32Array = yield* numbersBetween(0, rows, new Uint32Array(rows));
  let room: Uint32Array = new Uint32Array(rows);
  for (const key of keys.toReversed()) {
    for (const word of yield* sortWords(key, rows)) {
      for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
        const counts = scratchUint32(DIGIT_VALUES);
        yield* eachBatch(rows, (from, end) => countDigits(word, shift, from, end, counts));
        if (counts.includes(rows)) continue;
        const positions = digitOffsets(counts, key.isDescending);
        const [before, after] = [order, room];
        yield* eachBatch(rows, (from, end) => moveRows(word, shift, before, after, from, end, positions));
        [order, room] = [after, before];
      }
    }
  }
  return order;
}

/** Sorts each run of rows that are equal by the leading keys. The result of `sort` is not kept. */
function* sortTies(
  order: Uint32Array,
  leading: readonly NumberKey[],
  sort: (ties: Uint32Array) => Task<Uint32Array>,
): Task<void> {
  const isTie = (a: number, b: number) =>
    leading.every(({ numbers }) => {
      const [x, y] = [numbers()[a]!, numbers()[b]!];
      return x === y || (x !== x && y !== y);
    });
  let first = 0;
  while (first < order.length) {
    let end = first + 1;
    while (end < order.length && isTie(order[first]!, order[end]!)) {
      end++;
      countWork(1);
      if (isStepOver()) yield* nextStep();
    }
    if (end - first > 1) order.set(yield* sort(order.subarray(first, end)), first);
    first = end;
    countWork(1);
    if (isStepOver()) yield* nextStep();
  }
}

export function* mergeNewRows(
  sortedIndex: Uint32Array,
  rows: number,
  compare: RowOrder<number>,
): Task<Uint32Array> {
  const known = sortedIndex.length;
  const added = yield* numbersBetween(known, rows);
  return yield* mergeTask(sortedIndex, yield* sortTask(added, compare), compare);
}

const DIGIT_BITS = 11;
const DIGIT_VALUES = 1 << DIGIT_BITS;

/** Converts sort numbers to one or two 32-bit words per row, least significant word first. */
function* sortWords({ numbers, min, max }: NumberKey, rows: number): Task<Uint32Array[]> {
  const low = new Uint32Array(rows);
  if (!(numbers() instanceof Float64Array)) {
    yield* eachBatch(rows, (from, end) => low.set(numbers().subarray(from, end), from));
    return [low];
  }
  let areIntegers = max - min < 2 ** 32 - 2;
  for (let from = 0; from < rows && areIntegers; from += 32_768) {
    if (from > 0) yield;
    areIntegers = numbers()
      .subarray(from, Math.min(from + 32_768, rows))
      .every((number) => number !== number || Number.isInteger(number));
  }
  if (areIntegers) {
    yield* eachBatch(rows, (from, end) => writeWhole(numbers(), min, low, from, end));
    return [low];
  }
  const high = new Uint32Array(rows);
  yield* eachBatch(rows, (from, end) => writeDoubles(numbers() as Float64Array, low, high, from, end));
  return [low, high];
}

/** Writes each integer as its distance from `min` plus 1. Null, which is NaN, becomes 0 and sorts lowest. */
function writeWhole(
  numbers: ArrayLike<number>,
  min: number,
  to: Uint32Array,
  from: number,
  end: number,
): void {
  for (let row = from; row < end; row++) {
    const number = numbers[row]!;
    to[row] = number !== number ? 0 : number - min + 1;
  }
}

/**
 * Writes doubles as bits that sort like the numbers: all bits are inverted for negative numbers, only the sign bit
 * for others.
 */
function writeDoubles(
  doubles: Float64Array,
  low: Uint32Array,
  high: Uint32Array,
  from: number,
  end: number,
): void {
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  for (let row = from; row < end; row++) {
    const number = doubles[row]!;
    if (number !== number) {
      low[row] = high[row] = 0;
      continue;
    }
    // Adding zero turns -0 into 0, so that both have the same bits.
    double[0] = number + 0;
    const isNegative = words[1]! >>> 31 === 1;
    low[row] = isNegative ? ~words[0]! : words[0]!;
    high[row] = words[1]! ^ (isNegative ? 0xffff_ffff : 0x8000_0000);
  }
}

function countDigits(word: Uint32Array, shift: number, from: number, end: number, counts: Uint32Array): void {
  for (let row = from; row < end; row++) counts[(word[row]! >>> shift) & (DIGIT_VALUES - 1)]!++;
}

function digitOffsets(counts: Uint32Array, isDescending: boolean): Uint32Array {
  const positions = scratchUint32(counts.length);
  let position = 0;
  for (let i = 0; i < counts.length; i++) {
    const digit = isDescending ? counts.length - 1 - i : i;
    positions[digit] = position;
    position += counts[digit]!;
  }
  return positions;
}

function moveRows(
  word: Uint32Array,
  shift: number,
  before: Uint32Array,
  after: Uint32Array,
  from: number,
  end: number,
  positions: Uint32Array,
): void {
  for (let i = from; i < end; i++) {
    const row = before[i]!;
    after[positions[(word[row]! >>> shift) & (DIGIT_VALUES - 1)]!++] = row;
  }
}
