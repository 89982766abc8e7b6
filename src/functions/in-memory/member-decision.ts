import type { MemberTest } from "../definition/types.ts";

/*
 * A member that is compared with a literal is what most filters are made of. Such a test is kept as data: so two tests
 * of one member can be joined into one, and the one function below that carries out all of them can be made part of the
 * closure that reads the member.
 */

/** What is asked of a value of the kind that is usual for the test. */
export const PASSES = 0;
export const IS_TEXT = 1;
export const IS_ONE_OF = 2;
export const PASSES_AS_TEXT = 3;
export const IS_WITHIN = 4;
export const IS_OUTSIDE = 5;
export const IS_BETWEEN_INSTANTS = 6;
export const STARTS_WITH = 7;
export const HAS_PART = 8;

/** The result of a test for the value that a row has at its place. */
export function decide(value: unknown, test: MemberTest): boolean {
  if (typeof value === "string") {
    switch (test.asks) {
      case IS_TEXT:
        return value === test.text;
      case IS_ONE_OF:
        return test.texts.has(value);
      case STARTS_WITH:
        return value.startsWith(test.text);
      case HAS_PART:
        return value.includes(test.text);
      case PASSES_AS_TEXT:
        return test.test(value);
      case IS_BETWEEN_INSTANTS:
        return mayBeBetween(value, test.text, test.last) && test.test(value);
    }
  } else if (typeof value === "number") {
    switch (test.asks) {
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

/** Whether a text can be an instant between two others: of texts that are not written in their form nothing is known. */
export function mayBeBetween(value: string, first: string, last: string): boolean {
  if (value.length !== FORM || value.charCodeAt(FORM - 1) !== UPPER_Z) return true;
  return value >= first && value <= last;
}

/** The length of `2020-01-31T13:45:10.123Z`, and its last character. */
export const FORM = 24;
const UPPER_Z = 0x5a;
