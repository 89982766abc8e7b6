import type { SortValues } from "../../../evaluator/comparator.ts";
import type { Value } from "../../../values/types.ts";
import type { Rows } from "../kernels/row-list.ts";
import type { Bound, Numbers, OrderKey } from "../kernels/order-key.ts";

interface KeyBound extends Bound {
  readonly numbers: Numbers;
  readonly isDescending: boolean;
}

/** Whether a row comes behind some values, one for each key, in the order. */
export function behind(
  rows: Rows,
  keys: readonly OrderKey[],
  { read, compare }: SortValues,
  after: readonly Value[],
): (row: number) => boolean {
  const bounds = boundsOf(keys, after);
  return bounds === undefined
    ? (row) => compare(read(rows.at(row)), after) > 0
    : (row) => isBehindBounds(bounds, row);
}

/** Undefined where one of the values is none that the numbers of its key tell about: rows themselves are asked then. */
function boundsOf(keys: readonly OrderKey[], after: readonly Value[]): KeyBound[] | undefined {
  const bounds: KeyBound[] = [];
  for (const [i, key] of keys.entries()) {
    const bound = key.kind === "numbers" ? key.bound(after[i]!) : undefined;
    if (bound === undefined || key.kind !== "numbers") return undefined;
    bounds.push({ ...bound, numbers: key.numbers(), isDescending: key.isDescending });
  }
  return bounds;
}

function isBehindBounds(bounds: readonly KeyBound[], row: number): boolean {
  for (const { numbers, number, isThere, isDescending } of bounds) {
    const compared = orderToBound(numbers[row]!, number, isThere);
    if (compared !== 0) return isDescending ? compared < 0 : compared > 0;
  }
  return false;
}

/** Null, which is NaN, is the lowest. */
function orderToBound(number: number, bound: number, isThere: boolean): number {
  if (number !== number) return bound !== bound ? 0 : -1;
  if (bound !== bound || number > bound) return 1;
  return number === bound && isThere ? 0 : -1;
}
