import * as library from "string-width";

/** Returns the library that measures strings of any script. The build makes its import lazy. */
export const stringWidthLibrary = () => library;
