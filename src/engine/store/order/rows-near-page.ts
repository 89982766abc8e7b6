import { selectNth } from "../tasks/nth-number.ts";
import { countWork } from "../../../values/work.ts";
import { scratchFloat64 } from "../tasks/scratch.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";

/**
 * Returns the rows whose numbers are between those of the page's first and last row, both inclusive. Finds these
 * numbers without sorting the others. Returns undefined if that is not worth it, or if a number is NaN.
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
  const partly = scratchFloat64(count);
  partly.set(numbers);
  countWork(count * UNIT_COSTS.listedRow);
  if (partly.some(Number.isNaN)) return undefined;
  const from = isDescending ? count - start - limit : start;
  const low = selectNth(partly, Math.max(0, from));
  const high = selectNth(partly, Math.min(count, from + limit) - 1);
  const rows = list.filter((_, at) => numbers[at]! >= low && numbers[at]! <= high);
  if (rows.length === count) return undefined;
  let before = 0;
  for (const number of numbers) if (isDescending ? number > high : number < low) before++;
  return { rows, start: start - before };
}

const MIN_ROWS = 256;
/** More numbers would take longer than a step. */
const MAX_ROWS = 131_072;
