/** Of objects, lists and maps. */
export const MAXIMUM_DEPTH = 32;

/** Includes nested members. */
export const MAXIMUM_MEMBERS = 10_000;

/** Of problems, and of notes. Further ones are dropped. */
export const MAXIMUM_PROBLEMS = 100;
