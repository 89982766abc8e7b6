import * as library from "luxon";

/** Loads Luxon lazily: only error messages need it. */
export const luxon = () => library;
