import * as library from "chevrotain";

/** The lexer and parser engine. Loaded on first use: a build step turns this import into a lazy one. */
export const chevrotain = () => library;
