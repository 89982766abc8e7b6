import type { CheckedSortBy } from "../checker/checked.ts";
import { compileComparator } from "./comparator.ts";
import type { EvaluateOptions } from "./predicate.ts";

/**
 * The rows in order, as a new array. Rows that tie, on the catalog's key too, keep their order.
 *
 * @example sortRows(rows, sortBy, { locale: "sv" }).slice(0, 20)
 */
export function sortRows<T>(rows: readonly T[], sortBy: CheckedSortBy, options: EvaluateOptions = {}): T[] {
  return rows.toSorted(compileComparator(sortBy, options));
}
