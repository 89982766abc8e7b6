/*
 * Limits of a catalog. The same limits hold for catalogs that are written by hand, read from a schema or inferred from rows.
 */

/** Maximum nesting of objects, lists and maps. */
export const MAXIMUM_DEPTH = 32;

/** Maximum number of members of a catalog, including nested members. */
export const MAXIMUM_MEMBERS = 10_000;

/** Maximum number of problems that are reported, and of notes. Further ones are dropped. */
export const MAXIMUM_PROBLEMS = 100;
