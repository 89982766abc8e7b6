import type { SortValues } from "../../../evaluator/comparator.ts";
import type { Value } from "../../../values/types.ts";
import { countWork } from "../../../values/work.ts";
import type { RowList } from "../kernels/row-list.ts";
import { numbersBetween, type Task } from "../tasks/task.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";
import { eachSelected, type Selected } from "./first-rows.ts";
import { sortTask, type RowOrder } from "../tasks/sort-task.ts";

/**
 * Finds a page in the middle of an order by reading rows.
 *
 * Two rows of a sorted sample almost surely enclose the page. Rows before that range are counted, rows within the
 * range are sorted. Returns undefined if the page is not completely in the range.
 */
export function* rowsAround(
  selected: Selected,
  rows: RowList,
  { keys: [first, ...others], compare }: SortValues,
  count: number,
  { start, limit }: { readonly start: number; readonly limit: number },
): Task<number[] | undefined> {
  if (first === undefined) throw new TypeError("internal: an order needs at least one key");
  const { read, order } = first;
  const entryOf = (row: number, object: unknown, value: Value): Entry => ({
    row,
    values: [value, ...others.map((key) => key.read(object))],
  });
  const inOrder = (a: Entry, b: Entry) => compare(a.values, b.values) || a.row - b.row;

  const sample: Entry[] = [];
  const step = Math.max(1, Math.floor(count / sampleSize(count)));
  let seen = 0;
  yield* eachSelected(selected, rows.length, (row) => {
    countWork(UNIT_COSTS.readValue);
    if (seen++ % step !== 0) return;
    const object = rows.at(row);
    sample.push(entryOf(row, object, read(object)));
  });
  const sorted = yield* sortedEntries(sample, inOrder);
  const margin = marginOf(sample.length);
  const low = sorted[Math.floor((start / count) * sample.length) - margin];
  const high = sorted[Math.ceil(((start + limit) / count) * sample.length) + margin];

  let below = 0;
  const between: Entry[] = [];
  yield* eachSelected(selected, rows.length, (row) => {
    countWork(UNIT_COSTS.readValue);
    const object = rows.at(row);
    const value = read(object);
    const toLow = low === undefined ? 1 : order(value, low.values[0]!);
    if (toLow < 0) {
      below++;
      return;
    }
    const toHigh = high === undefined ? -1 : order(value, high.values[0]!);
    if (toHigh > 0) return;
    const entry = entryOf(row, object, value);
    if (toLow === 0 && inOrder(entry, low!) < 0) below++;
    else if (toHigh !== 0 || inOrder(entry, high!) <= 0) between.push(entry);
  });
  if (start < below || start + limit > below + between.length) return undefined;
  yield;
  const page = (yield* sortedEntries(between, inOrder)).slice(start - below, start - below + limit);
  return page.map(({ row }) => row);
}

function* sortedEntries(entries: readonly Entry[], order: RowOrder<Entry>): Task<Entry[]> {
  const positions = yield* numbersBetween(0, entries.length);
  const sorted = yield* sortTask(positions, (a, b) => order(entries[a]!, entries[b]!));
  return Array.from(sorted, (position) => entries[position]!);
}

interface Entry {
  readonly row: number;
  readonly values: readonly Value[];
}

function sampleSize(count: number): number {
  return Math.ceil(count ** (2 / 3));
}

/** Margin in sample rows: four standard deviations of the position of a row in the middle of the sample. */
function marginOf(sample: number): number {
  return Math.ceil(2 * Math.sqrt(sample)) + 1;
}

/** Estimates the cost of `rowsAround`, in row reads. */
export function rowsAroundCost(count: number, limit: number): number {
  const sample = sampleSize(count);
  const between = limit + (2 * marginOf(sample) * count) / sample;
  return 2 * count + sample * Math.log2(sample + 1) + between * Math.log2(between + 1);
}
