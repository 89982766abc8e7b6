import { SharedOperands } from "./shared-operands.ts";
import type { StringCollator } from "../../collation/collator.ts";
import { parseTemporal, reading } from "../../values/instant.ts";
import { isTemporal, type Value } from "../../values/types.ts";
import { collatorOf, isNumber, orderOf, readAs, readInstant, scalarOf, type Order } from "./value-order.ts";
import { allRead, allTrue, any, conditionOnMember, UNKNOWN } from "./conditions.ts";
import { anyElement, everyElement } from "./list-elements.ts";
import { mayBeBetween } from "./member-decision.ts";
import { during, equalTo, periodOf, related } from "./member-tests.ts";
import type { RelationName } from "../definition/port.ts";
import type {
  CallToCompile,
  Compiled,
  Condition,
  MemberTest,
  Operand,
  Signature,
  Test,
  ValueTest,
} from "../definition/types.ts";

/** A relation between two values: which orders fulfill it. An unknown order (NaN) neither holds nor fails. */
export interface Relation {
  readonly name: RelationName;
  readonly holds: (order: number) => boolean;
  readonly fails: (order: number) => boolean;
}

export const EQUAL: Relation = { name: "eq", holds: (o) => o === 0, fails: (o) => o < 0 || o > 0 };
export const BELOW: Relation = { name: "lt", holds: (o) => o < 0, fails: (o) => o >= 0 };
export const NOT_ABOVE: Relation = { name: "le", holds: (o) => o <= 0, fails: (o) => o > 0 };
export const ABOVE: Relation = { name: "gt", holds: (o) => o > 0, fails: (o) => o <= 0 };
export const NOT_BELOW: Relation = { name: "ge", holds: (o) => o >= 0, fails: (o) => o < 0 };

/** How a relation that holds between each two arguments is called. */
export const CHAIN: readonly Signature[] = [
  {
    parameters: [
      { name: "e0", type: "comparable" },
      { name: "e1", type: "comparable" },
    ],
    rest: { name: "e", type: "comparable" },
  },
];

/** Compiles a relation that holds between each two arguments that follow one another. */
export function compileChain(call: CallToCompile, relation: Relation): Compiled {
  const shared = new SharedOperands();
  const last = call.operands.length - 1;
  const operands = call.operands.map((operand, i) => (i > 0 && i < last ? shared.share(operand) : operand));
  const pairs = operands.slice(1).map((right, i) => {
    const left = operands[i]!;
    // Each pair by itself, so that lt(a,b,c) stays and(lt(a,b),lt(b,c)) where members have strengths of their own.
    return compilePair(left, right, relation, collatorOf({ ...call, operands: [left, right] }));
  });
  if (pairs.length === 1) return pairs[0]!;
  return shared.over({
    isTrue: () => allTrue(pairs),
    isFalse: () => any(pairs.map((pair) => pair.isFalse())),
    read: () => allRead(pairs),
  });
}

/** The relation of each name. */
export const RELATIONS: Readonly<Record<RelationName, Relation>> = {
  eq: EQUAL,
  lt: BELOW,
  le: NOT_ABOVE,
  gt: ABOVE,
  ge: NOT_BELOW,
};
/** The relation with its sides exchanged. */
export const MIRROR: Readonly<Record<RelationName, RelationName>> = {
  eq: "eq",
  lt: "gt",
  le: "ge",
  gt: "lt",
  ge: "le",
};

/** Compiles a relation between two operands. A literal is prepared once. */
export function compilePair(
  left: Operand,
  right: Operand,
  relation: Relation,
  collator: StringCollator,
): Condition {
  if (right.constant !== undefined) return againstConstant(left, right, relation, collator);
  if (left.constant !== undefined)
    return againstConstant(right, left, RELATIONS[MIRROR[relation.name]], collator);
  return between(left, right, relation, orderOf(left, right, collator));
}

function between(left: Operand, right: Operand, { holds, fails }: Relation, order: Order): Condition {
  /** What becomes of two values, given what becomes of their order and how a list is lifted. */
  const test =
    (each: (order: number) => boolean, onList: typeof anyElement) =>
    (a: Value, b: Value): boolean => {
      if (a === null || b === null) return false;
      if (!Array.isArray(a)) {
        if (!Array.isArray(b)) return each(order(a, b));
        return onList(b, (element) => each(order(a, element as Value)));
      }
      // A list against a list is unknown.
      return !Array.isArray(b) && onList(a, (element) => each(order(element as Value, b)));
    };
  const isTrue = test(holds, anyElement);
  const isFalse = test(fails, everyElement);
  const ofRow = (of: typeof isTrue) => (): Test => {
    const readLeft = left.read();
    const readRight = right.read();
    return (row) => of(readLeft(row), readRight(row));
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

/** A side that depends on no row: which test the other side must pass is settled before a row is seen. */
function againstConstant(
  operand: Operand,
  constant: Operand,
  relation: Relation,
  collator: StringCollator,
): Condition {
  const value = constant.constant!.value;
  if (value === null || (typeof value === "object" && !(value instanceof Date))) return UNKNOWN;
  const { holds, fails, memberTest } = valueTests(operand, constant, value, relation, collator);
  return conditionOnMember(operand, holds, fails, memberTest);
}

interface ValueTests {
  readonly holds: ValueTest;
  readonly fails: ValueTest;
  /** `holds` as data, for a member that is no more than a place of the row. */
  readonly memberTest?: () => MemberTest | undefined;
}

function valueTests(
  operand: Operand,
  constant: Operand,
  value: Value,
  relation: Relation,
  collator: StringCollator,
): ValueTests {
  const type = scalarOf(constant.type);
  const other = scalarOf(operand.type);
  if ((type !== undefined && isTemporal(type)) || (other !== undefined && isTemporal(other))) {
    return temporalTests(operand, constant, value, relation);
  }
  if (typeof value === "string") return textTests(operand, value, relation, collator);
  if (isNumber(value)) return numberTests(operand, value, relation);
  const wanted = value as boolean;
  const test = (each: (order: number) => boolean) => (v: unknown) =>
    typeof v === "boolean" && each(Number(v) - Number(wanted));
  return { holds: test(relation.holds), fails: test(relation.fails) };
}

function textTests(
  operand: Operand,
  text: string,
  { name, holds, fails }: Relation,
  collator: StringCollator,
): ValueTests {
  if (name === "eq") {
    if (collator.comparison === "identical" || collator.comparison === "codePoint") {
      const holds: ValueTest = (v) => v === text;
      return {
        holds,
        fails: (v) => typeof v === "string" && v !== text,
        memberTest: () => equalTo(operand, text, holds),
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

/** `value - value === 0` leaves out NaN and the infinities, which are null. */
const NUMBER_TESTS: Record<Relation["name"], (n: number | bigint) => ValueTest> = {
  // A number and a bigint that say the same are loosely equal, and exactly so.
  eq: (n) => (v) =>
    v === n || ((typeof v === "bigint" || (typeof v === "number" && typeof n === "bigint")) && v == n),
  lt: (n) => (v) => (typeof v === "number" ? v < n && v !== -Infinity : typeof v === "bigint" && v < n),
  le: (n) => (v) => (typeof v === "number" ? v <= n && v !== -Infinity : typeof v === "bigint" && v <= n),
  gt: (n) => (v) => (typeof v === "number" ? v > n && v !== Infinity : typeof v === "bigint" && v > n),
  ge: (n) => (v) => (typeof v === "number" ? v >= n && v !== Infinity : typeof v === "bigint" && v >= n),
};

function numberTests(operand: Operand, number: number | bigint, { name, fails }: Relation): ValueTests {
  const holds = NUMBER_TESTS[name](number);
  return {
    holds,
    ...(typeof number === "number" ? { memberTest: () => related(operand, name, number, holds) } : {}),
    fails: (v) => isNumber(v as Value) && fails((v as number) < number ? -1 : (v as number) > number ? 1 : 0),
  };
}

function temporalTests(operand: Operand, constant: Operand, value: Value, relation: Relation): ValueTests {
  const temporal = [scalarOf(operand.type), scalarOf(constant.type)].find(
    (t) => t !== undefined && isTemporal(t),
  ) as "date" | "time" | "dateTime";
  const readConstant = readAs(scalarOf(constant.type), temporal);
  const readOperand = readAs(scalarOf(operand.type), temporal);
  const never = () => false;
  if (readConstant === undefined || readOperand === undefined) return { holds: never, fails: never };
  if ((readConstant === "time") !== (readOperand === "time")) return { holds: never, fails: never };
  const instant =
    typeof value === "string" && readConstant !== "any-dated"
      ? parseTemporal(readConstant, value)
      : readInstant(readConstant, value)
        ? { ...reading }
        : undefined;
  if (instant === undefined) return { holds: never, fails: never };
  const { milliseconds, nanoseconds } = instant;
  const test = (each: (order: number) => boolean) => (v: unknown) =>
    readInstant(readOperand, v as Value) &&
    each(reading.milliseconds - milliseconds || reading.nanoseconds - nanoseconds);
  const holds = test(relation.holds);
  const period = periodOf(relation.name, instant, readOperand);
  if (period === undefined) return { holds, fails: test(relation.fails) };
  const { first, last } = period;
  return {
    holds: (v) => (typeof v !== "string" || mayBeBetween(v, first, last)) && holds(v),
    fails: test(relation.fails),
    memberTest: () => during(operand, period, holds),
  };
}
