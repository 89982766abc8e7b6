import type { SortValues } from "../../../evaluator/comparator.ts";
import type { Value } from "../../../values/types.ts";
import { countWork } from "../../../values/work.ts";
import { TopRows } from "../../top-rows.ts";
import { eachSelectedRow } from "../kernels/growable-buffers.ts";
import type { RowList } from "../kernels/row-list.ts";
import type { Slab } from "../kernels/kernels.ts";
import { sortTask } from "../tasks/sort-task.ts";
import { eachItem, numbersBetween, type Task } from "../tasks/task.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";
import { hasOwn } from "../../../values/own-properties.ts";

export type Selected = { readonly bits: () => Uint32Array } | { readonly list: Uint32Array };

export function selectedOf({ selected }: { readonly selected: Slab | Uint32Array }): Selected {
  return selected instanceof Uint32Array ? { list: selected.toSorted() } : { bits: () => selected.u32() };
}

/**
 * Returns the first `take` selected rows of an order. Reads all selected rows; needs no columns, and keeps at most
 * `take` rows.
 *
 * @param after values of a cursor position; only rows after it are returned
 * @param valueAt reads a value of the first key faster than from the row
 */
export function* scanFirstRows(
  selected: Selected,
  rows: RowList,
  { keys: [first, ...otherKeys], compare }: SortValues,
  take: number,
  after?: readonly Value[],
  valueAt?: (row: number) => Value,
): Task<number[]> {
  const top = new TopRows<RowValues>(take, (a, b) => compare(a.values, b.values));
  if (first === undefined) throw new TypeError("internal: an order needs at least one key");
  const { read, order } = first;
  const readFirst = valueAt ?? ((row) => read(rows.at(row)));
  const visit = (row: number) => {
    countWork(UNIT_COSTS.readValue);
    const value = readFirst(row);
    const { last } = top;
    // The first key usually decides, so the other keys are rarely read.
    if (last !== undefined && order(value, last.values[0]!) > 0) return;
    if (after !== undefined && order(value, after[0]!) < 0) return;
    const object = rows.at(row);
    const values = [value, ...otherKeys.map((key) => key.read(object))];
    if (after !== undefined && compare(values, after) <= 0) return;
    top.add({ row, values });
  };
  yield* eachSelected(selected, rows.length, visit);
  const firstRows = top.unsorted();
  const positions = yield* numbersBetween(0, firstRows.length);
  const sorted = yield* sortTask(positions, (a, b) => {
    const [x, y] = [firstRows[a]!, firstRows[b]!];
    return compare(x.values, y.values) || x.row - y.row;
  });
  return Array.from(sorted, (position) => firstRows[position]!.row);
}

/** Visits the selected rows, ascending. A step ends once it has done enough work, which `visit` counts. */
export function eachSelected(selected: Selected, rows: number, visit: (row: number) => void): Task<void> {
  if (!hasOwn(selected, "list")) return eachSelectedRow(rows, () => ({ bits: selected.bits(), visit }));
  const { list } = selected;
  return eachItem(list.length, (at) => {
    visit(list[at]!);
  });
}

interface RowValues {
  readonly row: number;
  readonly values: readonly Value[];
}

/** Estimates the cost of `scanFirstRows`, in row reads. */
export function firstRowsCost(count: number, take: number): number {
  const listSize = Math.min(take, count);
  // Expected number of rows that enter the list of the first rows.
  const insertions = listSize * (1 + Math.log(Math.max(1, count / listSize)));
  return count + insertions * Math.log2(listSize + 1) * 2;
}
