import { eachFails, someHolds, truthOf } from "./list-elements.ts";
import { compileMemberTest } from "./member-closures.ts";
import { joinTests, passing } from "./member-tests.ts";
import type { Condition, MemberTest, Operand, Reader, Test, ValueTest } from "../definition/types.ts";

/**
 * Three-valued logic without a third value: each condition is compiled twice, into "is it true" and "is it false".
 * Unknown is where neither holds. A row then costs two-valued tests alone.
 */

/** Holds where all do. Stops at the first that does not. */
export function all(tests: readonly Test[]): Test {
  const [a, b, c, d] = tests;
  switch (tests.length) {
    case 0:
      return () => true;
    case 1:
      return a!;
    case 2:
      return (row) => a!(row) && b!(row);
    case 3:
      return (row) => a!(row) && b!(row) && c!(row);
    case 4:
      return (row) => a!(row) && b!(row) && c!(row) && d!(row);
    default:
      return all(quarters(tests).map(all));
  }
}

/** Holds where one does. Stops at the first that does. */
export function any(tests: readonly Test[]): Test {
  const [a, b, c, d] = tests;
  switch (tests.length) {
    case 0:
      return () => false;
    case 1:
      return a!;
    case 2:
      return (row) => a!(row) || b!(row);
    case 3:
      return (row) => a!(row) || b!(row) || c!(row);
    case 4:
      return (row) => a!(row) || b!(row) || c!(row) || d!(row);
    default:
      return any(quarters(tests).map(any));
  }
}

/** Many tests in four parts: calls that are written out are quicker than a loop, however often it runs. */
function quarters(tests: readonly Test[]): Test[][] {
  const size = Math.ceil(tests.length / 4);
  const parts: Test[][] = [];
  for (let at = 0; at < tests.length; at += size) parts.push(tests.slice(at, at + size));
  return parts;
}

export const falseTests = (operands: readonly Operand[]) => operands.map((operand) => operand.isFalse());

/**
 * A condition on one operand: true where `holds` is true of its value or of some element of it, false where `fails` is
 * true of its value or of each element.
 *
 * @param memberTest gives a better test than that of `holds` where the operand is a member, if there is one
 */
export function conditionOnMember(
  operand: Operand,
  holds: ValueTest,
  fails: ValueTest,
  memberTest: () => MemberTest | undefined = () => undefined,
): Condition {
  const make = () => memberTest() ?? passing(operand, holds);
  return {
    isTrue: () => {
      const test = make();
      return test === undefined ? someHolds(operand, holds) : compileMemberTest(test);
    },
    isFalse: () => eachFails(operand, fails),
    read: () => truthOf(operand, holds, fails),
    memberTest: make,
  };
}

/** A condition that is neither true nor false of any row. */
export const UNKNOWN: Condition = {
  isTrue: () => () => false,
  isFalse: () => () => false,
  read: () => () => null,
};

type Readable = Pick<Operand, "read">;

/** Kleene's and: false where one is false, else unknown where one is unknown. */
export function allRead(conditions: readonly Readable[]): Reader {
  return kleene(conditions, false);
}

/** Kleene's or: true where one is true, else unknown where one is unknown. */
export function anyRead(conditions: readonly Readable[]): Reader {
  return kleene(conditions, true);
}

function kleene(conditions: readonly Readable[], decisive: boolean): Reader {
  const readers = conditions.map((condition) => condition.read());
  return (row) => {
    let isKnown = true;
    for (let i = 0; i < readers.length; i++) {
      const value = readers[i]!(row);
      if (value === decisive) return decisive;
      if (value !== !decisive) isKnown = false;
    }
    return isKnown ? !decisive : null;
  };
}

/** The other way round; what is no boolean is unknown. */
export function negatedRead({ read }: Readable): Reader {
  const reader = read();
  return (row) => {
    const value = reader(row);
    return typeof value === "boolean" ? !value : null;
  };
}

type TrueTest = Pick<Operand, "isTrue" | "memberTest">;

/** Holds where all conditions are true. */
export function allTrue(conditions: readonly TrueTest[]): Test {
  return all(joined(conditions, true));
}

/** Holds where one condition is true. */
export function anyTrue(conditions: readonly TrueTest[]): Test {
  return any(joined(conditions, false));
}

/**
 * The tests of some conditions in their order, tests of one member joined into one where they can be, at the place of
 * the first.
 */
function joined(conditions: readonly TrueTest[], isAnd: boolean): Test[] {
  const steps: (Test | MemberTest)[] = [];
  const places = new Map<string, number>();
  for (const { isTrue, memberTest } of conditions) {
    const test = memberTest?.();
    if (test === undefined) {
      steps.push(isTrue());
      continue;
    }
    const key = `${test.asks} ${test.place.inner ?? ""} ${test.place.key}`;
    const at = places.get(key);
    const both = at === undefined ? undefined : joinTests(steps[at] as MemberTest, test, isAnd);
    if (both !== undefined) {
      steps[at!] = both;
    } else {
      places.set(key, steps.length);
      steps.push(test);
    }
  }
  return steps.map((step) => (typeof step === "function" ? step : compileMemberTest(step)));
}
