import type { SortValues } from "../../../evaluator/comparator.ts";
import { countWork } from "../../../values/work.ts";
import {
  rowOrderOf,
  withAllPrefixes,
  type LazyKey,
  type NumberKey,
  type OrderKey,
  type SortWords,
} from "../kernels/order-key.ts";
import type { RowList } from "../kernels/row-list.ts";
import { mergeTask, sortTask, type RowOrder } from "../tasks/sort-task.ts";
import { eachBatch, isStepOver, nextStep, numbersBetween, type Task } from "../tasks/task.ts";
import { Ranges, SortedGroups, type OpenRanges } from "./sort-groups.ts";

/**
 * Sorts all rows. The first key is sorted first, by a radix sort of 32-bit words if it has any. Then the groups of rows that
 * are equal by it are sorted by the second key, and so on. Keys are made when rows are equal by all keys before them.
 */
export function* buildSortedIndex(keys: readonly LazyKey[], rows: number): Task<Uint32Array> {
  const sorted = yield* SortedGroups.create(rows);
  const unmerged: Unmerged[] = [];
  let groups = Ranges.of(0, rows);
  for (let index = 0; index < keys.length && groups.length > 0; index++) {
    const key = yield* keys[index]!.get(index === 0 ? Infinity : groups.rows);
    if (key.kind === "numbers") {
      groups = yield* sortByNumbers(sorted, groups, key, rows);
      continue;
    }
    const areMany = groups.rows >= rows / FEW_ROWS_DIVISOR;
    const words = areMany && key.wordsOf !== undefined ? yield* key.wordsOf() : undefined;
    if (words === undefined) {
      const compared = areMany ? yield* withAllPrefixes(key) : key;
      groups = yield* sorted.sortByComparisons(groups, compared);
    } else {
      const open = yield* sortByStrings(sorted, groups, words, rows);
      for (const range of open.undecided) unmerged.push({ range, keys: keys.slice(index) });
      groups = yield* sorted.sortByComparisons(open.compared, key);
      groups.addAll(open.equal);
    }
  }
  // The last ones first: they are within the others.
  for (const { range, keys: openKeys } of unmerged.toReversed())
    yield* mergeUndecided(sorted.order, range, openKeys);
  return sorted.order;
}

/** Rows that have no place among the rows of their group yet. `keys` are those by which the group's rows may differ. */
interface Unmerged {
  readonly range: OpenRanges["undecided"][number];
  readonly keys: readonly LazyKey[];
}

/** Sorts groups by sort numbers. Returns the groups of equal rows. */
function* sortByNumbers(sorted: SortedGroups, groups: Ranges, key: NumberKey, rows: number): Task<Ranges> {
  // Words are made for all rows.
  if (groups.rows < rows / FEW_ROWS_DIVISOR) return yield* sorted.sortByComparisons(groups, key);
  let unsorted = groups;
  for (const words of yield* numberWords(key, rows)) {
    const open = newOpenRanges();
    yield* sorted.sortByWords(unsorted, { words, kindOf: () => "equal" }, open);
    unsorted = open.equal;
  }
  return unsorted;
}

/** Sorts groups by the words of their strings. Returns the ranges that the words leave open. */
function* sortByStrings(
  sorted: SortedGroups,
  groups: Ranges,
  source: SortWords,
  rows: number,
): Task<OpenRanges> {
  const open = newOpenRanges();
  let unsorted = groups;
  for (let pass = 0; unsorted.length > 0; pass++) {
    const isWorth = pass < MAX_PASSES && unsorted.rows >= rows / FEW_ROWS_DIVISOR ** 2;
    if (!isWorth || !(yield* source.next(yield* bitmapOf(unsorted, sorted.order, rows)))) {
      open.compared.addAll(unsorted);
      break;
    }
    const partial = new Ranges();
    yield* sorted.sortByWords(unsorted, source, { ...open, partial });
    unsorted = partial;
  }
  return open;
}

function newOpenRanges(): OpenRanges {
  return { partial: new Ranges(), equal: new Ranges(), compared: new Ranges(), undecided: [] };
}

/** Returns the bitmap of the rows of ranges; undefined for all rows. */
function* bitmapOf(ranges: Ranges, order: Uint32Array, rows: number): Task<Uint32Array | undefined> {
  if (ranges.rows === rows) return undefined;
  const bits = new Uint32Array(Math.ceil(rows / 32));
  for (let i = 0; i < ranges.length; i++) {
    const [first, end] = ranges.at(i);
    for (let at = first; at < end; at++) {
      const row = order[at]!;
      bits[row >>> 5]! |= 1 << (row & 31);
    }
    countWork((end - first) / 4);
    if (isStepOver()) yield* nextStep();
  }
  return bits;
}

/** Sorts the undecided rows of a group by comparisons, and merges them into its other rows, which are sorted. */
function* mergeUndecided(
  order: Uint32Array,
  [first, middle, end]: OpenRanges["undecided"][number],
  lazyKeys: readonly LazyKey[],
): Task<void> {
  if (end - first === 1) return;
  const keys: OrderKey[] = [];
  for (const key of lazyKeys) keys.push(yield* key.get(end - first));
  const byKeys = rowOrderOf(keys);
  // Equal rows keep their order.
  const compareStably: RowOrder<number> = (a, b) => byKeys(a, b) || a - b;
  const added = (yield* sortTask(order.subarray(first, middle), compareStably)).slice();
  order.set(yield* mergeTask(order.subarray(middle, end), added, compareStably), first);
}

/** Fewer rows than the total divided by this are compared. That takes less time than making words of all rows. */
const FEW_ROWS_DIVISOR = 16;
/** Passes after which rows are compared: longer equal beginnings are rare, and each pass reads all rows that are left. */
const MAX_PASSES = 32;

/** Builds the sorted index of all rows. Merges the new rows into a known index if they are at most 1/16 of the rows. */
export function* completeSortedIndex(
  existing: Uint32Array | undefined,
  rows: RowList,
  { compare, read }: SortValues,
  keys: readonly LazyKey[],
): Task<Uint32Array> {
  const count = rows.length;
  if (existing === undefined || count - existing.length > count / MAX_MERGED_DIVISOR)
    return yield* buildSortedIndex(keys, count);
  return yield* mergeNewRows(existing, count, (a, b) => compare(read(rows.at(a)), read(rows.at(b))));
}

const MAX_MERGED_DIVISOR = 16;

export function* mergeNewRows(
  sortedIndex: Uint32Array,
  rows: number,
  compare: RowOrder<number>,
): Task<Uint32Array> {
  const sortedRows = sortedIndex.length;
  const added = yield* numbersBetween(sortedRows, rows);
  return yield* mergeTask(sortedIndex, yield* sortTask(added, compare), compare);
}

/** Converts sort numbers to one or two 32-bit words per row, most significant word first. */
function* numberWords({ numbers, min, max, isDescending }: NumberKey, rows: number): Task<Uint32Array[]> {
  const words = yield* ascendingWords({ numbers, min, max }, rows);
  if (isDescending)
    for (const word of words)
      yield* eachBatch(rows, (from, end) => {
        for (let row = from; row < end; row++) word[row] = ~word[row]!;
      });
  return words;
}

function* ascendingWords(
  { numbers, min, max }: Pick<NumberKey, "numbers" | "min" | "max">,
  rows: number,
): Task<Uint32Array[]> {
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
    // Each integer is its distance from `min` plus 1. Null, which is NaN, becomes 0 and sorts lowest.
    yield* eachBatch(rows, (from, end) => {
      const integers = numbers();
      for (let row = from; row < end; row++) {
        const number = integers[row]!;
        low[row] = number !== number ? 0 : number - min + 1;
      }
    });
    return [low];
  }
  const high = new Uint32Array(rows);
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  // Bits that sort like the numbers: all are inverted for negative numbers, only the sign bit for others. Null, which is NaN, stays 0.
  yield* eachBatch(rows, (from, end) => {
    const doubles = numbers();
    for (let row = from; row < end; row++) {
      const number = doubles[row]!;
      if (number !== number) continue;
      // Adding zero turns -0 into 0, so that both have the same bits.
      double[0] = number + 0;
      const isNegative = words[1]! >>> 31 === 1;
      low[row] = isNegative ? ~words[0]! : words[0]!;
      high[row] = words[1]! ^ (isNegative ? 0xffff_ffff : 0x8000_0000);
    }
  });
  return [high, low];
}
