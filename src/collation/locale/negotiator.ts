import * as library from "negotiator";

/** The build makes this import lazy. */
export const negotiator = () => library;
