import type { Condition, MemberTest, Operand, Reader, Test, ValueTest } from "../definition/types.ts";
import { eachFails, someHolds, truthOf } from "./list-elements.ts";
import { compileMemberTest, compileMemberTestBefore } from "./member-closures.ts";
import { failing, joinTests, passing } from "./member-tests.ts";
import { ownProperty } from "../../values/own-properties.ts";

/*
 * Three-valued logic with two-valued tests: a condition is unknown for a row if neither its `isTrue` nor its `isFalse`
 * returns true.
 */

type LogicOperand = Pick<Operand, "isTrue" | "isFalse" | "read" | "memberTest" | "falseTest">;

/** Returns a condition that is false if one condition is false, otherwise unknown if one is unknown. */
export function kleeneAnd(conditions: readonly LogicOperand[]): Condition {
  return {
    isTrue: () => chain(trueTests(conditions, true), true),
    isFalse: () => chain(trueTests(conditions.map(kleeneNot), false), false),
    read: () => readLogic(conditions, false),
  };
}

/** Returns a condition that is true if one condition is true, otherwise unknown if one is unknown. */
export function kleeneOr(conditions: readonly LogicOperand[]): Condition {
  return {
    isTrue: () => chain(trueTests(conditions, false), false),
    isFalse: () => chain(trueTests(conditions.map(kleeneNot), true), true),
    read: () => readLogic(conditions, true),
  };
}

/** Returns the negation of a condition. Unknown if the operand's value is not a boolean. */
export function kleeneNot(condition: LogicOperand): Condition {
  const { isTrue, isFalse, read } = condition;
  return {
    isTrue: isFalse,
    isFalse: isTrue,
    memberTest: ownProperty(condition, "falseTest"),
    falseTest: ownProperty(condition, "memberTest"),
    read: () => {
      const reader = read();
      return (row) => {
        const value = reader(row);
        return typeof value === "boolean" ? !value : null;
      };
    },
  };
}

export const ALWAYS_UNKNOWN: Condition = {
  isTrue: () => () => false,
  isFalse: () => () => false,
  read: () => () => null,
};

/**
 * Returns a condition that is true if `holds` returns true for the value or for some element of it, and false if `fails`
 * returns true for the value or for each element of it.
 *
 * @param memberTest Returns a faster equivalent of `holds`, as data, if the operand is a member.
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
    isFalse: () => {
      const test = failing(operand, fails);
      return test === undefined ? eachFails(operand, fails) : compileMemberTest(test);
    },
    read: () => truthOf(operand, holds, fails),
    memberTest: make,
    falseTest: () => failing(operand, fails),
  };
}

function allTests(tests: readonly Test[]): Test {
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
      return allTests(splitInQuarters(tests).map(allTests));
  }
}

function anyTest(tests: readonly Test[]): Test {
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
      return anyTest(splitInQuarters(tests).map(anyTest));
  }
}

/**
 * Compiles an `and` or `or` of tests, in their order. A test of a member calls the test after it, so that a row takes one
 * call for each test, and none for the `and` or `or`.
 */
function chain(tests: readonly (Test | MemberTest)[], isAnd: boolean): Test {
  const join = isAnd ? allTests : anyTest;
  if (tests.length > MAX_CHAIN) return join(splitInQuarters(tests).map((part) => chain(part, isAnd)));
  let laterTests: Test[] = [];
  for (const test of tests.toReversed()) {
    if (typeof test === "function") laterTests = [test, ...laterTests];
    else if (laterTests.length === 0) laterTests = [compileMemberTest(test)];
    else laterTests = [compileMemberTestBefore(test, isAnd, join(laterTests))];
  }
  return join(laterTests);
}

/** Maximum number of tests of which each calls the next one. Bounds the depth of calls. */
const MAX_CHAIN = 8;

/** Splits tests into at most four groups. Nested calls of four tests each are faster than a loop over all tests. */
function splitInQuarters<T>(tests: readonly T[]): T[][] {
  const size = Math.ceil(tests.length / 4);
  const parts: T[][] = [];
  for (let at = 0; at < tests.length; at += size) parts.push(tests.slice(at, at + size));
  return parts;
}

/** Evaluates an `and` or `or`. Stops at the first condition with the decisive value: false for `and`, true for `or`. */
function readLogic(conditions: readonly Pick<Operand, "read">[], decisive: boolean): Reader {
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

/** Returns the tests of the conditions. Merges tests of the same member where possible. */
function trueTests(conditions: readonly LogicOperand[], isAnd: boolean): (Test | MemberTest)[] {
  const merged: (Test | MemberTest)[] = [];
  const indexByMember = new Map<string, number>();
  for (const condition of conditions) {
    const test = ownProperty(condition, "memberTest")?.();
    if (test === undefined) {
      merged.push(condition.isTrue());
      continue;
    }
    const key = `${test.kind} ${test.property.inner ?? ""} ${test.property.key}`;
    const index = indexByMember.get(key);
    const joined = index === undefined ? undefined : joinTests(merged[index] as MemberTest, test, isAnd);
    if (joined !== undefined) {
      merged[index!] = joined;
    } else {
      indexByMember.set(key, merged.length);
      merged.push(test);
    }
  }
  return merged;
}
