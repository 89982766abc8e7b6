import * as library from "re2js";

/** The RE2 engine, asked for where it is needed: for Unicode properties, and for patterns with too many states. */
export const re2js = () => library;
