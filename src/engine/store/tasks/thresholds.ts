/** Thresholds of the adaptive query planner. They affect speed only, never results. */
export interface Thresholds {
  /**
   * Strings sampled to estimate the number of distinct strings. Columns with at most this many rows always
   * get a dictionary.
   */
  readonly stringSampleRows: number;
  /** Dictionaries up to this size are tested value by value, whatever the condition. */
  readonly smallDictionaryValues: number;
  /** Comparisons in an order before the dictionary is ranked for it. */
  readonly usesBeforeRanking: number;
  /** Searches of a column before it gets a row index. */
  readonly searchesBeforeIndex: number;
  /** Full scans of a string column before it gets a trigram index. */
  readonly scansBeforeTrigramIndex: number;
  /** Smaller string columns get no trigram index: reading them is as fast. */
  readonly minTextBytesToIndex: number;
  /** A trigram search stops narrowing a block at this many candidate rows and reads their strings. */
  readonly directReadCandidates: number;
  /** Candidate rows searched one by one to decide how to search the others. A multiple of 128. */
  readonly searchSampleRows: number;
  /** Larger dictionaries are searched like string columns instead of value by value. */
  readonly singlyEvaluatedValues: number;
  /** Strings tested one by one before case-folded copies are made, as a share of the rows. */
  readonly evaluatedShareBeforeFolding: number;
  /** Sort keys are built once scans have cost this multiple of building them. 0 builds them at once. */
  readonly preparationCostFactor: number;
  /** A sorted index is built once pages have counted this many times the number of rows. */
  readonly countsBeforeSortedIndex: number;
  /** Row sets up to this size are sorted directly. */
  readonly directSortRows: number;
  /** Row sets of at least this size are sorted by ranks, which are kept, instead of comparisons. */
  readonly minRowsToRank: number;
  /** Rows tested one by one to find an uncounted page before the whole filter is evaluated. */
  readonly earlyTerminationRows: number;
  /** Limit of that by cost, if all columns exist: share of the cost of evaluating the whole filter. */
  readonly earlyTerminationCostShare: number;
  readonly countingSortBuckets: number;
  /**
   * Columns kept for keys of maps, because requests name the keys. All columns of the current request are
   * kept.
   */
  readonly cachedMapKeyColumns: number;
}

export const THRESHOLDS: Thresholds = {
  stringSampleRows: 8192,
  smallDictionaryValues: 64,
  usesBeforeRanking: 8,
  searchesBeforeIndex: 256,
  scansBeforeTrigramIndex: 16,
  minTextBytesToIndex: 0x8_0000,
  directReadCandidates: 8,
  searchSampleRows: 1024,
  singlyEvaluatedValues: 1024,
  evaluatedShareBeforeFolding: 0.25,
  preparationCostFactor: 1,
  countsBeforeSortedIndex: 24,
  directSortRows: 64,
  minRowsToRank: 20_000,
  earlyTerminationRows: 4096,
  earlyTerminationCostShare: 0.1,
  countingSortBuckets: 0x1_0000,
  cachedMapKeyColumns: 64,
};
