import { MIRRORED } from "../definition/comparisons.ts";
import type { StringCollator } from "../../collation/collator.ts";
import { parseTemporal, lastReadInstant } from "../../values/instant.ts";
import { isTemporal, type Value } from "../../values/types.ts";
import type { RelationName } from "../definition/port.ts";
import type {
  CallToCompile,
  Compiled,
  Condition,
  MemberTest,
  Operand,
  Test,
  ValueTest,
} from "../definition/types.ts";
import { ALWAYS_UNKNOWN, conditionOnMember, kleeneAnd } from "./conditions.ts";
import { anyElement, everyElement } from "./list-elements.ts";
import { possibleBetween } from "./member-decision.ts";
import { during, equalTo, periodOf, related } from "./member-tests.ts";
import { SharedOperands } from "./shared-operands.ts";
import {
  collatorOf,
  isFiniteNumber,
  readInstant,
  scalarTypeOf,
  temporalForm,
  valueComparator,
  type ValueComparator,
} from "./compare-values.ts";
import { ownProperty } from "../../values/own-properties.ts";

/**
 * A comparison such as `lt`, as tests of a comparator's result: negative, 0 or positive. For NaN, which means not
 * comparable, both tests return false.
 */
export interface Relation {
  readonly name: RelationName;
  readonly holds: (order: number) => boolean;
  readonly fails: (order: number) => boolean;
}

export const RELATIONS: Readonly<Record<RelationName, Relation>> = {
  eq: { name: "eq", holds: (o) => o === 0, fails: (o) => o < 0 || o > 0 },
  lt: { name: "lt", holds: (o) => o < 0, fails: (o) => o >= 0 },
  le: { name: "le", holds: (o) => o <= 0, fails: (o) => o > 0 },
  gt: { name: "gt", holds: (o) => o > 0, fails: (o) => o <= 0 },
  ge: { name: "ge", holds: (o) => o >= 0, fails: (o) => o < 0 },
};

/** Compiles a call that tests a relation between each two consecutive arguments. */
export function compileRelationChain(call: CallToCompile, relation: Relation): Compiled {
  const shared = new SharedOperands();
  const last = call.operands.length - 1;
  const operands = call.operands.map((operand, i) => (i > 0 && i < last ? shared.share(operand) : operand));
  const pairs = operands.slice(1).map((right, i) => {
    const left = operands[i]!;
    // Each pair has its own collator, so that lt(a,b,c) equals and(lt(a,b),lt(b,c)) if members have strengths.
    return compilePair(left, right, relation, collatorOf({ ...call, operands: [left, right] }));
  });
  return pairs.length === 1 ? pairs[0]! : shared.over(kleeneAnd(pairs));
}

/** Compiles a comparison of two arguments. A constant is prepared once, not for each row. */
export function compilePair(
  left: Operand,
  right: Operand,
  relation: Relation,
  collator: StringCollator,
): Condition {
  if (right.constant !== undefined) return relationToConstant(left, right, relation, collator);
  if (left.constant !== undefined)
    return relationToConstant(right, left, RELATIONS[MIRRORED[relation.name]], collator);
  return relationOfTwo(left, right, relation, valueComparator(left, right, collator));
}

function relationOfTwo(
  left: Operand,
  right: Operand,
  { holds, fails }: Relation,
  compare: ValueComparator,
): Condition {
  const test = (passes: (order: number) => boolean, onList: typeof anyElement) => {
    const ofPair = (a: Value, b: Value) => a !== null && b !== null && passes(compare(a, b));
    return (a: Value, b: Value): boolean => {
      if (!Array.isArray(a)) {
        if (!Array.isArray(b)) return ofPair(a, b);
        return onList(b, (element) => ofPair(a, element as Value));
      }
      // Comparing a list with a list is unknown.
      return !Array.isArray(b) && onList(a, (element) => ofPair(element as Value, b));
    };
  };
  const isTrue = test(holds, anyElement);
  const isFalse = test(fails, everyElement);
  const ofRow = (ofValues: typeof isTrue) => (): Test => {
    const readLeft = left.read();
    const readRight = right.read();
    return (row) => ofValues(readLeft(row), readRight(row));
  };
  return {
    isTrue: ofRow(isTrue),
    isFalse: ofRow(isFalse),
    read: () => {
      const readLeft = left.read();
      const readRight = right.read();
      return (row) => {
        const a = readLeft(row);
        const b = readRight(row);
        return isTrue(a, b) ? true : isFalse(a, b) ? false : null;
      };
    },
  };
}

function relationToConstant(
  operand: Operand,
  constant: Operand,
  relation: Relation,
  collator: StringCollator,
): Condition {
  const value = constant.constant!.value;
  if (value === null) return conditionOnMember(operand, never, never);
  if (typeof value === "object" && !(value instanceof Date)) return ALWAYS_UNKNOWN;
  const tests = testsAgainst(value, operand, constant, relation, collator);
  return conditionOnMember(operand, tests.holds, tests.fails, ownProperty(tests, "memberTest"));
}

/** Test of a single value that is unknown for all values. A list without elements is still false. */
const never: ValueTest = () => false;

interface RelationTests {
  readonly holds: ValueTest;
  readonly fails: ValueTest;
  readonly memberTest?: () => MemberTest | undefined;
}

function testsAgainst(
  value: Value,
  operand: Operand,
  constant: Operand,
  relation: Relation,
  collator: StringCollator,
): RelationTests {
  const types = [scalarTypeOf(constant.type), scalarTypeOf(operand.type)];
  if (types.some((type) => type !== undefined && isTemporal(type)))
    return testsAgainstInstant(value, operand, constant, relation);
  if (typeof value === "string") return testsAgainstString(value, operand, relation, collator);
  if (isFiniteNumber(value)) return testsAgainstNumber(value, operand, relation);
  const boolean = Number(value);
  const test = (passes: (order: number) => boolean) => (v: unknown) =>
    typeof v === "boolean" && passes(Number(v) - boolean);
  return { holds: test(relation.holds), fails: test(relation.fails) };
}

function testsAgainstString(
  text: string,
  operand: Operand,
  { name, holds, fails }: Relation,
  collator: StringCollator,
): RelationTests {
  if (name === "eq") {
    if (collator.comparison === "identical" || collator.comparison === "codePoint") {
      const isEqual: ValueTest = (v) => v === text;
      return {
        holds: isEqual,
        fails: (v) => typeof v === "string" && v !== text,
        memberTest: () => equalTo(operand, text, isEqual),
      };
    }
    const equals = collator.prepare.equals(text);
    return {
      holds: (v) => typeof v === "string" && equals(v),
      fails: (v) => typeof v === "string" && !equals(v),
    };
  }
  return {
    holds: (v) => typeof v === "string" && holds(collator.compare(v, text)),
    fails: (v) => typeof v === "string" && fails(collator.compare(v, text)),
  };
}

/** Tests that compare a value with the number `n`. NaN and the infinities count as null. */
const NUMBER_TESTS: Record<RelationName, (n: number | bigint) => ValueTest> = {
  // JavaScript's == compares a number with a bigint exactly.
  eq: (n) => (v) =>
    v === n || ((typeof v === "bigint" || (typeof v === "number" && typeof n === "bigint")) && v == n),
  lt: (n) => (v) => (typeof v === "number" ? v < n && v !== -Infinity : typeof v === "bigint" && v < n),
  le: (n) => (v) => (typeof v === "number" ? v <= n && v !== -Infinity : typeof v === "bigint" && v <= n),
  gt: (n) => (v) => (typeof v === "number" ? v > n && v !== Infinity : typeof v === "bigint" && v > n),
  ge: (n) => (v) => (typeof v === "number" ? v >= n && v !== Infinity : typeof v === "bigint" && v >= n),
};

function testsAgainstNumber(
  number: number | bigint,
  operand: Operand,
  { name, fails }: Relation,
): RelationTests {
  const holds = NUMBER_TESTS[name](number);
  return {
    holds,
    ...(typeof number === "number" ? { memberTest: () => related(operand, name, number, holds) } : {}),
    fails: (v) =>
      isFiniteNumber(v as Value) && fails((v as number) < number ? -1 : (v as number) > number ? 1 : 0),
  };
}

function testsAgainstInstant(
  value: Value,
  operand: Operand,
  constant: Operand,
  relation: Relation,
): RelationTests {
  const temporal = [scalarTypeOf(operand.type), scalarTypeOf(constant.type)].find(
    (t) => t !== undefined && isTemporal(t),
  ) as "date" | "time" | "dateTime";
  const constantForm = temporalForm(scalarTypeOf(constant.type), temporal);
  const operandForm = temporalForm(scalarTypeOf(operand.type), temporal);
  const alwaysUnknown = { holds: never, fails: never };
  if (constantForm === undefined || operandForm === undefined) return alwaysUnknown;
  if ((constantForm === "time") !== (operandForm === "time")) return alwaysUnknown;
  const instant =
    typeof value === "string" && constantForm !== "any-dated"
      ? parseTemporal(constantForm, value)
      : readInstant(constantForm, value)
        ? { ...lastReadInstant }
        : undefined;
  if (instant === undefined) return alwaysUnknown;
  const { milliseconds, nanoseconds } = instant;
  const test = (passes: (order: number) => boolean) => (v: unknown) =>
    readInstant(operandForm, v as Value) &&
    passes(lastReadInstant.milliseconds - milliseconds || lastReadInstant.nanoseconds - nanoseconds);
  const holds = test(relation.holds);
  const fails = test(relation.fails);
  const period = periodOf(relation.name, instant, operandForm);
  if (period === undefined) return { holds, fails };
  const isPossible = possibleBetween(period.first, period.last);
  return {
    holds: (v) => (typeof v !== "string" || isPossible(v)) && holds(v),
    fails,
    memberTest: () => during(operand, period, holds),
  };
}
