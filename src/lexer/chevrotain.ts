import * as library from "chevrotain";

/** Chevrotain, the parser engine. The build replaces this import by one that loads it on first use. */
export const chevrotain = () => library;
