import type { SortValues } from "../../../evaluator/comparator.ts";
import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { Value } from "../../../values/types.ts";
import { TopRows } from "../../top-rows.ts";
import { forEachRowBetween } from "../kernels/growable-buffers.ts";
import type { RowList } from "../kernels/row-list.ts";
import { COMPARISONS_PER_STEP, eachBatch, type Task } from "../tasks/task.ts";

export type Selected = { readonly bits: () => Uint32Array } | { readonly list: Uint32Array };

/**
 * Returns the first `take` selected rows of an order. Reads all selected rows; needs no columns, and keeps at most
 * `take` rows.
 *
 * @param after values of a cursor position; only rows after it are returned
 */
export function* scanFirstRows(
  selected: Selected,
  rows: RowList,
  { keys: [first, ...others], compare }: SortValues,
  take: number,
  after?: readonly Value[],
): Task<number[]> {
  const top = new TopRows<RowValues>(take, (a, b) => compare(a.values, b.values));
  if (first === undefined) throw new TypeError("internal: an order needs at least one key");
  const { read, order } = first;
  const visit = (row: number) => {
    const object = rows.at(row);
    const value = read(object);
    const { last } = top;
    // The first key usually decides, so the other keys are rarely read.
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

/** Visits the selected rows in `[from, end)`, ascending. Requires that `from` is a multiple of 32. */
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
  for (
    let at = firstIndexWhere(0, list.length, (position) => list[position]! >= from);
    at < list.length;
    at++
  ) {
    if (list[at]! >= end) return;
    visit(list[at]!);
  }
}

interface RowValues {
  readonly row: number;
  readonly values: readonly Value[];
}

/** Estimates the cost of `scanFirstRows`, in row reads. */
export function firstRowsCost(count: number, take: number): number {
  const kept = Math.min(take, count);
  // Expected number of rows that enter the list of the first rows.
  const taken = kept * (1 + Math.log(Math.max(1, count / kept)));
  return count + taken * Math.log2(kept + 1) * 2;
}
