import type { SqlText } from "../fragments/fragment.ts";

/**
 * Tests of whether a value is readable. It is readable if all given tests hold. For null, each test is null.
 */
export interface ReadableTests {
  /** Whether a value is at most the last readable one. */
  readonly notAbove?: ReadableTest | undefined;
  /** Whether a value is at least the first readable one. */
  readonly notBelow?: ReadableTest | undefined;
  /** Whether a value between the first and the last readable one is readable too. */
  readonly isValid?: ReadableTest | undefined;
}

export interface ReadableTest {
  readonly holds: SqlText;
  /** Negation of `holds`; null for null. */
  readonly fails: SqlText;
}
