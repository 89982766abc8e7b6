import * as library from "re2js";

/** The RE2 engine, for Unicode properties and for patterns with too many states. A build step turns this import into a lazy one. */
export const re2js = () => library;
