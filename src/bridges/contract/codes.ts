/** Difference between the rows of a translation and the rows of its source. */
export type BridgeEffect =
  /** Keeps all rows of the source, and possibly others. */
  | "more"
  /** Keeps only rows of the source, and possibly not all of them. */
  | "fewer"
  /** Can keep rows that the source excludes, and exclude rows that it keeps. */
  | "other"
  /** Keeps the same rows in another order. */
  | "order"
  /** There is no translation. */
  | "failed";

/** All codes of notes, each with its meaning. A code never changes its meaning. */
export const BRIDGE_CODES = {
  syntax: "The source is not a condition or an order of its language.",
  limit: "The source exceeds a limit.",
  "unsupported-operator": "An operator that the other language lacks. Its condition is left out.",
  "unsupported-function": "A function that the other language lacks. Its condition is left out.",
  "unsupported-value": "A value that the other language lacks. Its condition is left out.",
  "unsupported-order": "A sort key that the other language lacks. The key is left out.",
  "unwritable-name": "A name that the other language cannot write. Its condition or sort key is left out.",
  "null-logic": "Conditions on null differ.",
  "list-logic": "Conditions on lists differ.",
  "case-sensitivity": "Upper and lower case, accents or other differences of strings count differently.",
  "case-mapping": "Strings in upper or lower case differ for some characters.",
  "string-order": "The languages put strings in different orders.",
  "string-length": "The languages count other units of a string.",
  "null-order": "Null is sorted to another place.",
  "type-conversion": "A value is compared with a member of another type.",
  "number-precision": "A number has more digits than the other language keeps.",
  "time-zone": "A time zone is read differently.",
  "white-space": "The languages count other characters as white space.",
  escape: "The escape character of a pattern depends on the database.",
  pattern: "A pattern can match other strings.",
} as const;

export type BridgeCode = keyof typeof BRIDGE_CODES;
