import * as library from "negotiator";

/** Parses Accept-Language headers. A build step turns this import into a lazy one. */
export const negotiator = () => library;
