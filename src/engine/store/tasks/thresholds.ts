import { UNIT_COSTS, type UnitCosts } from "./unit-costs.ts";

/** Unit costs and thresholds of the adaptive query planner. They affect speed only, never results. */
export interface Thresholds extends UnitCosts {
  /**
   * Number of strings sampled to estimate the number of distinct strings. Columns with at most this many rows always
   * get a dictionary.
   */
  readonly stringSampleRows: number;
  /** How many times the cost of a structure requests may lose before one of them builds it: see `timeToBuild`. */
  readonly overdueFactor: number;
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
  overdueFactor: 8,
  cachedMapKeyColumns: 64,
  cachedConditions: 32,
  cachedLocales: 16,
};
