import { firstIndexWhere } from "../../../values/binary-search.ts";
import { countWork } from "../../../values/work.ts";
import { scratchFloat64 } from "../tasks/scratch.ts";

/**
 * Returns the rows whose numbers are between those of the page's first and last row, both inclusive. Sorts the numbers alone,
 * because typed arrays sort numbers faster than comparison functions sort rows. Returns undefined if that is
 * not worth it, or if a number is NaN.
 */
export function rowsNearPage(
  list: Uint32Array,
  numbers: Float64Array,
  isDescending: boolean,
  start: number,
  limit: number,
): { readonly rows: Uint32Array; readonly start: number } | undefined {
  const count = list.length;
  if (count <= MIN_ROWS || count > MAX_ROWS) return undefined;
  const sorted = scratchFloat64(count);
  sorted.set(numbers);
  sorted.sort();
  countWork(count * UNITS_PER_SORTED_NUMBER);
  // NaN is last.
  if (Number.isNaN(sorted[count - 1]!)) return undefined;
  const from = isDescending ? count - start - limit : start;
  const [low, high] = [sorted[Math.max(0, from)]!, sorted[Math.min(count, from + limit) - 1]!];
  const rows = list.filter((_, at) => numbers[at]! >= low && numbers[at]! <= high);
  if (rows.length === count) return undefined;
  const before = isDescending
    ? count - firstIndexWhere(0, count, (at) => sorted[at]! > high)
    : firstIndexWhere(0, count, (at) => sorted[at]! >= low);
  return { rows, start: start - before };
}

const UNITS_PER_SORTED_NUMBER = 8;
const MIN_ROWS = 256;
/** Sorting more numbers would take longer than a step. */
const MAX_ROWS = 32_768;
