import { UNIT_COSTS, type UnitCosts } from "./unit-costs.ts";

/** Unit costs and thresholds of the adaptive query planner. They affect speed only, never results. */
export interface Thresholds extends UnitCosts {
  /**
   * Number of strings sampled to estimate the number of distinct strings. Columns with at most this many rows always
   * get a dictionary.
   */
  readonly stringSampleRows: number;
  /**
   * Sort keys are built in the background once requests without them have cost this multiple of building the keys, or at once: see
   * `isBuiltAtOnce`. 0 builds all keys at once.
   */
  readonly preparationCostFactor: number;
  /**
   * Prefixes of strings are read from rows if more than the share `minDistinct` of a sample is distinct, and at most the share
   * `maxShared` of its pairs have the same prefix.
   */
  readonly rowPrefixes: { readonly minDistinct: number; readonly maxShared: number };
  /**
   * A sorted index is built in the background once the pages of its order have counted this many times the number of rows.
   * 0 builds it in the first request. A request builds it if it is not built after eight times as many.
   */
  readonly countsBeforeSortedIndex: number;
  /** How many times the cost of a structure requests may lose before one of them builds it: see `timeToBuild`. */
  readonly overdueFactor: number;
  readonly countingSortBuckets: number;
  /**
   * Maximum number of cached columns for keys of maps, because requests name the keys. All columns of the current
   * request are kept.
   */
  readonly cachedMapKeyColumns: number;
  /** Maximum number of conditions whose matching rows are cached. 0 caches none. */
  readonly cachedConditions: number;
  /**
   * Maximum number of locales for which ranks are kept, because requests choose the locale. The locales of all running
   * requests are kept.
   */
  readonly cachedLocales: number;
}

export const THRESHOLDS: Thresholds = {
  ...UNIT_COSTS,
  stringSampleRows: 8192,
  preparationCostFactor: 1,
  rowPrefixes: { minDistinct: 1 / 2, maxShared: 1 / 32 },
  countsBeforeSortedIndex: 8,
  overdueFactor: 8,
  countingSortBuckets: 0x1_0000,
  cachedMapKeyColumns: 64,
  cachedConditions: 32,
  cachedLocales: 16,
};
