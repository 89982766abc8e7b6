import * as library from "negotiator";

/** Reads Accept-Language headers, quality values and all. Loaded on first use: a build step turns this import into a lazy one. */
export const negotiator = () => library;
