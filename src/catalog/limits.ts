/** Maximum nesting of objects, lists and maps in a catalog. */
export const MAXIMUM_DEPTH = 32;

/** Maximum number of members of a catalog, including nested members. */
export const MAXIMUM_MEMBERS = 10_000;

/** Maximum number of reported problems, and of notes. Further ones are dropped. */
export const MAXIMUM_PROBLEMS = 100;
