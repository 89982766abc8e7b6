import * as part from "./foreign-syntax.ts";

/** Returns the translator. The build of the program replaces the import, so that it is loaded on first use: for a text with errors. */
export const foreignSyntax = () => part;
