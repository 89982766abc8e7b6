import * as part from "./foreign-syntax.ts";

/** The build of the program replaces this import by one that loads the part on first use: only texts with errors need it. */
export const foreignSyntax = () => part;
