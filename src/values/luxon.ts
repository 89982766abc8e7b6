import * as library from "luxon";

/** Luxon, asked for where it is needed: it understands dates of other forms, for the words of an error only. */
export const luxon = () => library;
