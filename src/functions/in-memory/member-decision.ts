import type { MemberTest } from "../definition/types.ts";

/*
 * Most filters compare members with literals. Such tests are data instead of closures: two tests of the same member can be
 * merged, and V8 can inline `decide` into the closure that reads the member.
 */

/* Kinds of tests for values of the JavaScript type that the test expects. */

export const PASSES = 0;
export const IS_STRING = 1;
export const IS_ONE_OF = 2;
export const PASSES_AS_STRING = 3;
export const IS_WITHIN = 4;
export const IS_OUTSIDE = 5;
export const IS_BETWEEN_INSTANTS = 6;
export const STARTS_WITH = 7;
export const CONTAINS = 8;

export function decide(value: unknown, test: MemberTest): boolean {
  if (typeof value === "string") {
    switch (test.kind) {
      case IS_STRING:
        return value === test.text;
      case IS_ONE_OF:
        return test.texts.has(value);
      case STARTS_WITH:
        return value.startsWith(test.text);
      case CONTAINS:
        return value.includes(test.text);
      case PASSES_AS_STRING:
        return test.test(value);
      case IS_BETWEEN_INSTANTS:
        return mayBeBetween(value, test.text, test.last) && test.test(value);
    }
  } else if (typeof value === "number") {
    switch (test.kind) {
      case IS_WITHIN:
        return value >= test.low && value <= test.high && (!test.isWhole || Number.isInteger(value));
      case IS_OUTSIDE:
        return (
          (value < test.low || value > test.high) &&
          (test.isWhole ? Number.isInteger(value) : value - value === 0)
        );
    }
  }
  return value !== undefined && test.other(value);
}

/**
 * Returns false if a string is certainly not an instant in `[first, last]`. Returns true for strings that are not in the
 * format of `INSTANT_LENGTH`.
 */
export function mayBeBetween(value: string, first: string, last: string): boolean {
  if (value.length !== INSTANT_LENGTH || value.charCodeAt(INSTANT_LENGTH - 1) !== UPPER_Z) return true;
  if (value >= first && value <= last) return true;
  // A space in place of the `T`, or before the zone, sorts before all other characters.
  return value.charCodeAt(DATE_LENGTH) === SPACE || value.charCodeAt(INSTANT_LENGTH - 2) === SPACE;
}

/** Length of an instant in the most frequent format, `2020-01-31T13:45:10.123Z`. */
export const INSTANT_LENGTH = 24;
const DATE_LENGTH = 10;
const UPPER_Z = 0x5a;
const SPACE = 0x20;
