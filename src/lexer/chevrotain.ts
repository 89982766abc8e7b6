import * as library from "chevrotain";

/** The build replaces this import by one that loads Chevrotain on first use. */
export const chevrotain = () => library;
