import type { SortValues } from "../../../evaluator/comparator.ts";
import type { Value } from "../../../values/types.ts";
import { eachRow } from "../growing.ts";
import type { Rows } from "../rows.ts";
import type { Bound, Numbers, OrderKey } from "./sort-keys.ts";

interface KeyBound extends Bound {
  readonly numbers: Numbers;
  readonly isDescending: boolean;
}

/** Sets the bits of those selected rows that come behind some values, one for each key, in the order. */
export function rowsBehind(
  selected: Uint32Array,
  out: Uint32Array,
  rows: Rows,
  keys: readonly OrderKey[],
  { read, compare }: SortValues,
  after: readonly Value[],
): void {
  out.fill(0);
  const bounds = boundsOf(keys, after);
  const isBehind =
    bounds === undefined
      ? (row: number) => compare(read(rows.at(row)), after) > 0
      : (row: number) => isBehindBounds(bounds, row);
  eachRow(selected, rows.length, (row) => {
    if (isBehind(row)) out[row >>> 5]! |= 1 << (row & 31);
  });
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
