import * as library from "re2js";

/** For Unicode properties and for patterns with too many states. The build makes this import lazy. */
export const re2js = () => library;
