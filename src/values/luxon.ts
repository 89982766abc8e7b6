import * as library from "luxon";

/** Loads Luxon lazily. Only error messages need it, to parse dates in other formats. */
export const luxon = () => library;
