import { stringifyExact } from "./io/parse-json.ts";

/** JSON in which a bigint is written with all its digits. */
export const toExactJson: (value: unknown) => string = stringifyExact;
