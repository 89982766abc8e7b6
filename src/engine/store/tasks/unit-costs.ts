/**
 * Costs of single steps, in units of work (values/work.ts). The work that steps count, the estimates of access paths, and the
 * choices between them use the same costs. `node bench/run.ts --only memory-units` measures them.
 */
export const UNIT_COSTS = {
  /** Setting up a pass over a column: compiling a condition, allocating memory, calling kernels. */
  setUp: 512,
  /** Reading a value of a row or a string and testing it, in addition to its characters. */
  readValue: 32,
  /** Comparing the strings of two rows, in addition to the characters that the comparison counts itself. */
  comparison: 16,
  /** Testing the number of a row by a kernel, in a pass over the whole column. */
  columnRow: 1 / 80,
  /** Testing whether a row of a sorted index is selected. */
  walkedRow: 1 / 4,
  /** Listing a row near a page, and finding the place of its number. */
  listedRow: 3 / 4,
  /** Putting a number in its place: in a sample, in an index, or, for each doubling of their number, among the ranks of a column. */
  placedNumber: 3 / 2,
  /** Reading a 32-bit word of each row's sort key, and sorting the rows by it: each of the two steps. */
  sortedWord: 2,
  /** Searching a byte of encoded strings, and searching a single string that is in the cache. */
  searchedByte: 1 / 256,
  searchedString: 1,
  /** Writing a number, a code or a sort prefix of a row to a column. */
  writtenNumber: 12,
  /** Writing a string to a column or a case-folded copy. */
  writtenString: 30,
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
  /** Passes over a column that requests must lose before the rows of a condition take the place of others in the cache. */
  readonly passesBeforeCaching: number;
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
  passesBeforeCaching: 12,
  cachedLocales: 16,
};
