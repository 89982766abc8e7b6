import type { MemberTest, ValueTest } from "../definition/types.ts";

/*
 * Most filters compare members with literals. Such tests are data until a filter is compiled, so that two tests of the same
 * member can be merged.
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

/**
 * Compiles a test of the values of a member. Each kind has a closure of its own, which V8 can inline into the closure that
 * reads the member.
 */
export function compileValueTest(test: MemberTest): ValueTest {
  const { text, other } = test;
  switch (test.kind) {
    case IS_STRING:
      return (value) => (typeof value === "string" ? value === text : value !== undefined && other(value));
    case IS_ONE_OF: {
      const { texts } = test;
      return (value) => (typeof value === "string" ? texts.has(value) : value !== undefined && other(value));
    }
    case STARTS_WITH:
      return (value) =>
        typeof value === "string" ? value.startsWith(text) : value !== undefined && other(value);
    case CONTAINS:
      return (value) =>
        typeof value === "string" ? value.includes(text) : value !== undefined && other(value);
    case PASSES_AS_STRING: {
      const { test: passes } = test;
      return (value) => (typeof value === "string" ? passes(value) : value !== undefined && other(value));
    }
    case IS_BETWEEN_INSTANTS: {
      const { last, test: passes } = test;
      const day = dayOf(text);
      return (value) =>
        typeof value === "string"
          ? mayBeBetween(value, day, text, last) && passes(value)
          : value !== undefined && other(value);
    }
    case IS_WITHIN: {
      const { low, high, isWhole } = test;
      return (value) =>
        typeof value === "number"
          ? value >= low && value <= high && (!isWhole || Number.isInteger(value))
          : value !== undefined && other(value);
    }
    case IS_OUTSIDE: {
      const { low, high, isWhole } = test;
      return (value) =>
        typeof value === "number"
          ? (value < low || value > high) && (isWhole ? Number.isInteger(value) : value - value === 0)
          : value !== undefined && other(value);
    }
    default: {
      const { single } = test;
      return (value) =>
        typeof value === "object" ? value !== null && other(value) : value !== undefined && single(value);
    }
  }
}

/**
 * Returns a function that returns false for strings that are certainly not an instant in `[first, last]`. It returns true for
 * strings that are not in the format of `INSTANT_LENGTH`.
 */
export function possibleBetween(first: string, last: string): (value: string) => boolean {
  const day = dayOf(first);
  return (value) => mayBeBetween(value, day, first, last);
}

/** @param day date of `first` */
function mayBeBetween(value: string, day: string, first: string, last: string): boolean {
  if (value.length !== INSTANT_LENGTH || value.charCodeAt(INSTANT_LENGTH - 1) !== UPPER_Z) return true;
  // A space in place of the `T`, or before the zone, sorts before all other characters. It changes no order of days, and
  // strings after `last` would be even later without it.
  if (value < day || value > last) return false;
  return (
    value >= first ||
    value.charCodeAt(DATE_LENGTH) === SPACE ||
    value.charCodeAt(INSTANT_LENGTH - 2) === SPACE
  );
}

function dayOf(instant: string): string {
  return instant.slice(0, DATE_LENGTH);
}

/** Length of an instant in the most frequent format, `2020-01-31T13:45:10.123Z`. */
export const INSTANT_LENGTH = 24;
const DATE_LENGTH = 10;
const UPPER_Z = 0x5a;
const SPACE = 0x20;
