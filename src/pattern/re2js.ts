import * as library from "re2js";

/** Returns the RE2 library, which defines Unicode properties and case variants. The build makes its import lazy. */
export const re2js = () => library;
