import { requireArray } from "../diagnostics/require-argument.ts";
import type { CheckedSortBy } from "../checker/checked.ts";
import { compileComparator } from "./comparator.ts";
import type { EvaluateOptions } from "./predicate.ts";

/**
 * Returns a sorted copy of the rows. The sort is stable.
 *
 * @example sortRows(rows, sortBy, { locale: "sv" }).slice(0, 20)
 */
export function sortRows<T>(rows: readonly T[], sortBy: CheckedSortBy, options: EvaluateOptions = {}): T[] {
  requireArray(rows, "rows");
  return rows.toSorted(compileComparator(sortBy, options));
}
