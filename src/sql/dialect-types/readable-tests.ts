import type { SqlText } from "../fragments/fragment.ts";

/** Tests of readable values. A value is readable if all of them hold. They are null for null. */
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
  /** The opposite of `holds`. */
  readonly fails: SqlText;
}
