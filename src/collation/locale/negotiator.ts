import * as library from "negotiator";

/** Returns the library that parses `Accept-Language`. The build makes its import lazy. */
export const negotiator = () => library;
