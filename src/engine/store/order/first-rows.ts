import type { SortValues } from "../../../evaluator/comparator.ts";
import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { Value } from "../../../values/types.ts";
import { TopRows } from "../../top-rows.ts";
import { forEachRowBetween } from "../kernels/growable-buffers.ts";
import type { RowList } from "../kernels/row-list.ts";
import { COMPARISONS_PER_STEP, eachBatch, type Task } from "../tasks/task.ts";

/** Rows by a bitmap of all, or by their numbers in ascending order. */
export type Selected = { readonly bits: () => Uint32Array } | { readonly list: Uint32Array };

/**
 * The first of the selected rows in an order, by what the rows say themselves: no column is needed, and no more than
 * `take` of them are held.
 *
 * @param after only rows behind these values are taken
 */
export function* scanFirstRows(
  selected: Selected,
  rows: RowList,
  { keys: [first, ...others], compare }: SortValues,
  take: number,
  after?: readonly Value[],
): Task<number[]> {
  const top = new TopRows<RowValues>(take, (a, b) => compare(a.values, b.values));
  if (first === undefined) throw new TypeError("Without a key there is no order.");
  const { read, order } = first;
  const visit = (row: number) => {
    const object = rows.at(row);
    const value = read(object);
    const { last } = top;
    // Nearly all rows are told apart here: what the other keys say is not asked.
    if (last !== undefined && order(value, last.values[0]!) > 0) return;
    if (after !== undefined && order(value, after[0]!) < 0) return;
    const values = [value, ...others.map((key) => key.read(object))];
    if (after !== undefined && compare(values, after) <= 0) return;
    top.add({ row, values });
  };
  yield* eachBatch(
    rows.length,
    (from, end) => forEachSelected(selected, from, end, visit),
    COMPARISONS_PER_STEP,
  );
  return top.sorted().map(({ row }) => row);
}

/** Calls with each selected row from one to before another one, in ascending order. The first begins a word. */
export function forEachSelected(
  selected: Selected,
  from: number,
  end: number,
  visit: (row: number) => void,
): void {
  if (!("list" in selected)) {
    forEachRowBetween(selected.bits(), from, end, visit);
    return;
  }
  const { list } = selected;
  for (let at = firstIndexWhere(0, list.length, (place) => list[place]! >= from); at < list.length; at++) {
    if (list[at]! >= end) return;
    visit(list[at]!);
  }
}

interface RowValues {
  readonly row: number;
  readonly values: readonly Value[];
}

/** What `firstRows` costs, in rows that are read. */
export function firstRowsCost(count: number, take: number): number {
  const kept = Math.min(take, count);
  // So many rows are expected to be among the first when they come.
  const taken = kept * (1 + Math.log(Math.max(1, count / kept)));
  return count + taken * Math.log2(kept + 1) * 2;
}
