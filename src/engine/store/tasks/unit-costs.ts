/**
 * Costs of single steps, in units of work (values/work.ts). The work that steps count, the estimates of access paths, and the
 * choices between them use the same costs. `node bench/run.ts --only memory-units` measures them.
 */
export const UNIT_COSTS = {
  /** Setting up a pass over a column: compiling a condition, allocating memory, calling kernels. */
  setUp: 2048,
  /** Reading a value of a row and comparing it, in addition to its characters. */
  readValue: 34,
  /** Comparing two rows, in addition to the characters that the comparison counts itself. */
  comparison: 17,
  /** Testing the number of a row by a kernel, in a pass over the whole column. */
  columnRow: 1 / 32,
  /** Testing whether a row of a sorted index is selected. */
  walkedRow: 1 / 2,
  /** Combining the bits of a row in two bitmaps, and counting the result. */
  bitmapRow: 1 / 256,
  /** Searching a byte of encoded strings, and beginning the search of a single string. */
  searchedByte: 1 / 16,
  searchedString: 4,
  /** Searching a string with collation, and writing a string to a column or a case-folded copy. */
  collatedString: 256,
  writtenString: 85,
  /** Writing a number to a column, and a string of few distinct ones to a dictionary. */
  writtenNumber: 25,
  writtenCode: 8,
  /** Listing a row in an index of a column. */
  indexedRow: 8,
  /** Putting a value in its place among the ranks of a column, for each doubling of their number. */
  rankedValue: 4,
  /** Keeping a row of a condition in the cache, where it takes the place of another condition. */
  keptRow: 3 / 8,
  /** Drawing a row for a sample of a column, and finding the place of its number in the sample. */
  sampledRow: 4,
  /** Listing a row near a page, and finding the place of its number. */
  listedRow: 1,
  /** Sorting a row by a 32-bit word. */
  sortedWord: 4,
  /** Reading the characters of a word from encoded strings. */
  stringWord: 3,
  /** Writing the sort prefix of a selected string. Selected strings are rarely adjacent in memory. */
  stringPrefix: 12,
} as const;

/** Unit costs by which the planner chooses. Tests draw them at random: they affect speed only, never results. */
export type UnitCosts = Readonly<Record<keyof typeof UNIT_COSTS, number>>;

/** Unit costs, and sizes of samples and caches. They affect speed and memory only, never results. */
export interface Tuning extends UnitCosts {
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

export const TUNING: Tuning = {
  ...UNIT_COSTS,
  stringSampleRows: 8192,
  overdueFactor: 8,
  cachedMapKeyColumns: 64,
  cachedConditions: 32,
  cachedLocales: 16,
};
