/** From when on which way is quicker. No result depends on any of it. */
export interface Tuning {
  /** So many texts are looked at to tell whether most are different. So few rows have codes in any case. */
  readonly textSample: number;
  /** So few different values are all asked, whatever is asked. */
  readonly fewValues: number;
  /** So often an order is asked of all values one by one before they are put in order for it. */
  readonly oftenOrdered: number;
  /** So many searches through a column are worth an index of it. */
  readonly oftenSearched: number;
  /** So often texts are read through before they are signed, so that searches read few of them. */
  readonly oftenRead: number;
  /** Fewer bytes of text are read as quickly as signatures. */
  readonly muchText: number;
  /** So few rows of a block are read as quickly as another slice of their signatures. */
  readonly fewLeft: number;
  /** So many rows, whole vectors, are searched one by one to tell whether all are quicker searched so. */
  readonly triedRows: number;
  /** So many different texts are asked one by one; more are searched through like the texts of rows. */
  readonly searchedValues: number;
  /** The share of the rows of which texts are asked one by one before all are folded for collated search. */
  readonly askedOfFolded: number;
  /**
   * An order is made ready for all rows when going without has cost so much of what that costs: 0 makes it ready at once.
   */
  readonly unprepared: number;
  /** So often as many rows as there are were counted for an order when all rows are put into it. */
  readonly oftenCounted: number;
  /** So few rows are put in order at once. */
  readonly fewRows: number;
  /** From so many rows on a comparison is turned into numbers, which are kept for the next time. */
  readonly manyRows: number;
  /** So many rows are asked one by one for a page whose rows are not counted, before all are. */
  readonly askedFirst: number;
  /** And no more than would cost this share of asking all at once, where columns are there. */
  readonly worthAsking: number;
  /** Buckets that rows are counted into. */
  readonly buckets: number;
  /** So many columns are kept of keys of maps: who asks names the keys. Those of one request are all kept while it lasts. */
  readonly keysOfMaps: number;
}

export const TUNING: Tuning = {
  textSample: 8192,
  fewValues: 64,
  oftenOrdered: 8,
  oftenSearched: 256,
  oftenRead: 16,
  muchText: 0x8_0000,
  fewLeft: 8,
  triedRows: 1024,
  searchedValues: 1024,
  askedOfFolded: 0.25,
  unprepared: 1,
  oftenCounted: 24,
  fewRows: 64,
  manyRows: 20_000,
  askedFirst: 4096,
  worthAsking: 0.1,
  buckets: 0x1_0000,
  keysOfMaps: 64,
};
