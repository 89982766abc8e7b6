/*
 * What a catalog may grow to, however it was described. The limits are the same for a catalog that is written down, read
 * from a schema or inferred from rows.
 */

/** Objects, lists and maps within each other, at the most. */
export const MAXIMUM_DEPTH = 32;

/** Members of one catalog, nested ones included. */
export const MAXIMUM_MEMBERS = 10_000;

/** Problems, and likewise notes, that one reading reports. What would come after them is left unsaid. */
export const MAXIMUM_PROBLEMS = 100;
