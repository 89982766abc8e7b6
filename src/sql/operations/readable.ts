import {
  exactCondition,
  type RelationName,
  type SqlCondition,
  type SqlScalar,
  type Truth,
} from "../../functions/definition/port.ts";
import { isTemporal } from "../../values/types.ts";
import type { Dialect } from "../dialect-types/dialect.ts";
import type { ReadableTest, ReadableTests } from "../dialect-types/readable-tests.ts";
import { joinSql, rawSql, sql, type SqlText } from "../fragments/fragment.ts";
import { sqlAnd, sqlOr } from "../fragments/conditions.ts";
import { ownProperties, ownProperty } from "../../values/own-properties.ts";

/*
 * Values that a column can store but that are read as null: NaN and the infinities of doubles, and dates and times
 * outside the years 0001 to 9999 or that no calendar has. Comparisons add a test next to the comparison itself, so that
 * an index on the column still serves them.
 */

export function isDouble({ type, traits }: SqlScalar): boolean {
  return type === "number" || ownProperty(traits, "form") === "double";
}

/**
 * Returns a test that compares a value with a limit, in both forms: for rows where it holds and rows where it fails.
 */
export function limitTest(value: SqlText, sign: keyof typeof OPPOSITE_SIGNS, limit: SqlText): ReadableTest {
  const opposite = OPPOSITE_SIGNS[sign];
  return { holds: sql`${value} ${rawSql(sign)} ${limit}`, fails: sql`${value} ${rawSql(opposite)} ${limit}` };
}

const OPPOSITE_SIGNS = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" } as const;

/** The parts of a dialect that state which values are readable. */
type ReadableRules = Pick<Dialect, "infinity" | "isFinite" | "temporal">;

function readableTests(value: SqlScalar, rules: ReadableRules): ReadableTests | undefined {
  const { infinity, temporal } = rules;
  if (ownProperty(value.traits, "finite") === true) return undefined;
  const operand = value.sql as SqlText;
  if (isTemporal(value.type))
    return temporal.readable?.(operand, value.type, ownProperty(value.traits, "form"));
  if (!isDouble(value)) return undefined;
  const finite = ownProperty(rules, "isFinite")?.(operand);
  if (finite !== undefined) return { isValid: { holds: finite, fails: sql`NOT (${finite})` } };
  if (infinity === undefined) return undefined;
  return {
    notAbove: limitTest(operand, "<", rawSql(infinity)),
    notBelow: limitTest(operand, ">", rawSql(`-${infinity}`)),
  };
}

/**
 * Returns the value, or null if it is not readable. Returns no test if all values are readable.
 *
 * @param result SQL of a readable value, such as another form of it. Default: the value itself.
 */
export function readableOrNull(
  value: SqlScalar,
  dialect: ReadableRules,
  result = value.sql as SqlText,
): SqlText {
  const tests = readableTests(value, dialect);
  return tests === undefined ? result : sql`CASE WHEN ${joinSql(passing(tests), " AND ")} THEN ${result} END`;
}

/** Returns the conditions that a value is null or not. A value that is not readable counts as null. */
export function nullTests(value: SqlScalar, dialect: ReadableRules): { isNull: Truth; isNotNull: Truth } {
  const tests = readableTests(value, dialect);
  const operand = value.sql;
  if (tests === undefined) {
    if (!value.nullable) return { isNull: false, isNotNull: true };
    return { isNull: sql`${operand} IS NULL`, isNotNull: sql`${operand} IS NOT NULL` };
  }
  return {
    isNull: sqlOr([...(value.nullable ? [sql`${operand} IS NULL`] : []), ...failing(tests)]),
    isNotNull: sqlAnd(passing(tests)),
  };
}

/**
 * Restricts a comparison with a readable constant to readable values. Each side gets only the tests that the comparison
 * does not imply: `x > 1` implies that `x` is not too low.
 */
export function withinReadable(
  name: RelationName,
  value: SqlScalar,
  condition: SqlCondition,
  dialect: ReadableRules,
): SqlCondition {
  const tests = readableTests(value, dialect);
  if (tests === undefined) return condition;
  const { isTrue, isFalse } = condition;
  if (name === "eq") return exactCondition(isTrue.upper, sqlAnd([isFalse.upper, ...passing(tests)]));
  const { notAbove, notBelow, isValid } = ownProperties(tests);
  const fromBelow = passing({ notBelow, isValid });
  const fromAbove = passing({ notAbove, isValid });
  const reachesUp = name === "gt" || name === "ge";
  return exactCondition(
    sqlAnd([isTrue.upper, ...(reachesUp ? fromAbove : fromBelow)]),
    sqlAnd([isFalse.upper, ...(reachesUp ? fromBelow : fromAbove)]),
  );
}

function passing(tests: ReadableTests): readonly SqlText[] {
  return testsIn(tests).map((test) => test.holds);
}

function failing(tests: ReadableTests): readonly SqlText[] {
  return testsIn(tests).map((test) => test.fails);
}

function testsIn(tests: ReadableTests): readonly ReadableTest[] {
  const { notAbove, notBelow, isValid } = ownProperties(tests);
  return [notAbove, notBelow, isValid].filter((test) => test !== undefined);
}
