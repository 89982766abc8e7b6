import { UNIT_COSTS, type UnitCosts } from "./unit-costs.ts";

/** Unit costs and thresholds of the adaptive query planner. They affect speed only, never results. */
export interface Thresholds extends UnitCosts {
  /**
   * Number of strings sampled to estimate the number of distinct strings. Columns with at most this many rows always
   * get a dictionary.
   */
  readonly stringSampleRows: number;
  /** Number of comparisons in a sort order before a dictionary's values are ranked for this order. */
  readonly usesBeforeRanking: number;
  /** Number of searches of a column before it gets a row index. */
  readonly searchesBeforeIndex: number;
  /** Whether trigram indexes are built in the background. Otherwise the request builds them that makes them worth it. */
  readonly buildsInBackground: boolean;
  /** Number of full scans of a string column before it gets a trigram index. */
  readonly scansBeforeTrigramIndex: number;
  /** Size in bytes below which a string column gets no trigram index, because reading the strings is as fast. */
  readonly minTextBytesToIndex: number;
  /** Share of the rows whose strings are tested one by one before case-folded copies are made. */
  readonly evaluatedShareBeforeFolding: number;
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
  readonly countingSortBuckets: number;
  /**
   * Maximum number of cached columns for keys of maps, because requests name the keys. All columns of the current
   * request are kept.
   */
  readonly cachedMapKeyColumns: number;
  /** Maximum number of conditions whose matching rows are cached. 0 caches none. */
  readonly cachedConditions: number;
  /** Share of the rows on which a condition is evaluated before its matching rows are cached. */
  readonly evaluatedShareBeforeCaching: number;
  /**
   * Number of requests that use the cached rows of a condition together with an index before these rows are ranked in the
   * order of the index.
   */
  readonly usesBeforeRankingMatches: number;
  /**
   * Maximum number of locales for which ranks are kept, because requests choose the locale. The locales of all running
   * requests are kept.
   */
  readonly cachedLocales: number;
}

export const THRESHOLDS: Thresholds = {
  ...UNIT_COSTS,
  stringSampleRows: 8192,
  usesBeforeRanking: 8,
  searchesBeforeIndex: 256,
  buildsInBackground: true,
  scansBeforeTrigramIndex: 16,
  minTextBytesToIndex: 0x8_0000,
  evaluatedShareBeforeFolding: 0.25,
  preparationCostFactor: 1,
  rowPrefixes: { minDistinct: 1 / 2, maxShared: 1 / 32 },
  countsBeforeSortedIndex: 8,
  countingSortBuckets: 0x1_0000,
  cachedMapKeyColumns: 64,
  cachedConditions: 32,
  evaluatedShareBeforeCaching: 1,
  usesBeforeRankingMatches: 16,
  cachedLocales: 16,
};

/**
 * Returns whether a request builds a sort key itself: if its own work without the key is a large part of the cost of building, or if
 * requests have lost much more without it. Between them, the key is built in the background, and no request waits for it.
 *
 * @param own cost of this request without the key
 * @param spent cost of all requests without the key so far, this one included
 */
export function isBuiltAtOnce(own: number, spent: number, cost: number): boolean {
  return cost === 0 || own >= cost * LARGE_SHARE || spent >= cost * OVERDUE_FACTOR;
}

const LARGE_SHARE = 1 / 4;
/** A caller that never returns to the event loop would otherwise never get a key. */
const OVERDUE_FACTOR = 8;
