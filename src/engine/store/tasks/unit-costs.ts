/**
 * Costs of single steps, in units of work (values/work.ts). The work that steps count, the estimates of access paths, and the
 * thresholds between them use the same costs.
 */
export const UNIT_COSTS = {
  /** Reading a value of a row and comparing it, in addition to its characters. */
  readValue: 34,
  /** Comparing two rows, in addition to the characters that the comparison counts itself. */
  comparison: 17,
  /** Testing the number of a row by a kernel, in a pass over the whole column. */
  columnRow: 1 / 32,
  /** Drawing a row for a sample of a column, and finding the place of its number in the sample. */
  sampledRow: 4,
  /** Testing whether a row of a kept sample is selected. */
  sharedRow: 1 / 4,
  /** Listing a row near a page, and finding the place of its number. */
  listedRow: 1,
  /** Sorting a row by a 32-bit word. */
  sortedWord: 4,
  /** Reading the characters of a word from encoded strings. */
  stringWord: 3,
  /** Writing the sort prefix of a selected string. Selected strings are rarely adjacent in memory. */
  stringPrefix: 12,
} as const;
