import * as library from "chevrotain";

/** The parser engine, and what tokens are defined with. Loaded on first use: a build step turns this import into a lazy one. */
export const chevrotain = () => library;
