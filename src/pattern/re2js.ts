import * as library from "re2js";

/**
 * Returns the RE2 engine, for Unicode properties and for patterns with too many states. The build makes its import
 * lazy.
 */
export const re2js = () => library;
