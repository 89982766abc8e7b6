/** From when on which way is quicker. No result depends on any of it. */
export interface Thresholds {
  /** So many texts are looked at to tell whether most are different. So few rows have codes in any case. */
  readonly stringSampleRows: number;
  /** So few different values are all asked, whatever is asked. */
  readonly smallDictionaryValues: number;
  /** So often an order is asked of all values one by one before they are put in order for it. */
  readonly usesBeforeRanking: number;
  /** So many searches through a column are worth an index of it. */
  readonly searchesBeforeIndex: number;
  /** So often texts are read through before they are signed, so that searches read few of them. */
  readonly scansBeforeTrigramIndex: number;
  /** Fewer bytes of text are read as quickly as signatures. */
  readonly minTextBytesToIndex: number;
  /** So few rows of a block are read as quickly as another slice of their signatures. */
  readonly directReadCandidates: number;
  /** So many rows, whole vectors, are searched one by one to tell whether all are quicker searched so. */
  readonly searchSampleRows: number;
  /** So many different texts are asked one by one; more are searched through like the texts of rows. */
  readonly singlyEvaluatedValues: number;
  /** The share of the rows of which texts are asked one by one before all are folded for collated search. */
  readonly evaluatedShareBeforeFolding: number;
  /**
   * An order is made ready for all rows when going without has cost so much of what that costs: 0 makes it ready at once.
   */
  readonly preparationCostFactor: number;
  /** So often as many rows as there are were counted for an order when all rows are put into it. */
  readonly countsBeforeSortedIndex: number;
  /** So few rows are put in order at once. */
  readonly directSortRows: number;
  /** From so many rows on a comparison is turned into numbers, which are kept for the next time. */
  readonly minRowsToRank: number;
  /** So many rows are asked one by one for a page whose rows are not counted, before all are. */
  readonly earlyTerminationRows: number;
  /** And no more than would cost this share of asking all at once, where columns are there. */
  readonly earlyTerminationCostShare: number;
  /** Buckets that rows are counted into. */
  readonly countingSortBuckets: number;
  /** So many columns are kept of keys of maps: who asks names the keys. Those of one request are all kept while it lasts. */
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
