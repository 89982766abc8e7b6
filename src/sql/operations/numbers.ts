import { MIRRORED } from "../../functions/definition/comparisons.ts";
import {
  exactCondition,
  undecided,
  type Constant,
  type RelationName,
  type SqlCondition,
  type SqlScalar,
  type Truth,
} from "../../functions/definition/port.ts";
import type { Dialect, WideIntegers } from "../dialect-types/dialect.ts";
import { joinSql, bindable, sql, rawSql, type SqlText } from "../fragments/fragment.ts";
import { sqlAnd, sqlOr } from "../fragments/conditions.ts";
import { isDouble, readableOrNull, withinReadable } from "./readable.ts";
import { ownProperty } from "../../values/own-properties.ts";

/**
 * Comparisons of numbers by exact value. A literal that the column type cannot represent is replaced by a value that it
 * can: `lt(n,2.5)` on integers becomes `n <= 2`, which can still use an index.
 */

const SIGNS: Readonly<Record<RelationName, string>> = {
  eq: " = ",
  lt: " < ",
  le: " <= ",
  gt: " > ",
  ge: " >= ",
};
const OPPOSITES: Readonly<Record<RelationName, string>> = {
  eq: " <> ",
  lt: " >= ",
  le: " > ",
  gt: " <= ",
  ge: " < ",
};

export function relationSql(name: RelationName, left: SqlText, right: SqlText): SqlCondition {
  const sides = [left, right];
  return exactCondition(joinSql(sides, SIGNS[name]), joinSql(sides, OPPOSITES[name]));
}

export function constantUnlessNull(holds: boolean, isNotNull: Truth): SqlCondition {
  return holds ? exactCondition(isNotNull, false) : exactCondition(false, isNotNull);
}

export function compareNumberWith(
  name: RelationName,
  left: SqlScalar,
  { value }: Constant,
  isNotNull: Truth,
  dialect: Dialect,
): SqlCondition {
  const wide = wideIntegersOf(left, dialect);
  const bound = isDouble(left)
    ? storableDouble(name, value as number | bigint)
    : storableInteger(name, value as number | bigint, wide ?? dialect.integerRange);
  if (typeof bound === "boolean") return constantUnlessNull(bound, isNotNull);
  const type = isDouble(left) ? "number" : "integer";
  const boundSql = wide?.bind(BigInt(bound.value)) ?? dialect.bind(bindable(type, bound.value));
  return withinReadable(bound.name, left, relationSql(bound.name, left.sql as SqlText, boundSql), dialect);
}

export function compareNumbers(
  name: RelationName,
  left: SqlScalar,
  right: SqlScalar,
  dialect: Dialect,
): SqlCondition {
  const a = readableOrNull(left, dialect);
  const b = readableOrNull(right, dialect);
  if (isDouble(left) === isDouble(right) || dialect.comparesNumbersExactly) return relationSql(name, a, b);
  const [relationName, integer, double] = isDouble(left) ? [MIRRORED[name], b, a] : [name, a, b];
  const wide = wideIntegersOf(isDouble(left) ? right : left, dialect);
  if (wide?.compareWithDouble !== undefined)
    return relationSql(relationName, wide.compareWithDouble(integer, double), rawSql("0"));
  const round = wide === undefined ? dialect.roundedDouble : undefined;
  if (round === undefined)
    return undecided("the database does not compare whole numbers with doubles by their exact values");
  return compareRounded(relationName, dialect.wideInteger?.(integer) ?? integer, double, round);
}

/**
 * Compares an integer with a double. The double is rounded in the direction that keeps the result: `n < 2.5` is `n <
 * 3`, `n > 2.5` is `n > 2`. `round` returns a value that compares exactly with integers.
 */
function compareRounded(
  name: RelationName,
  integer: SqlText,
  double: SqlText,
  round: (value: SqlText, to: "floor" | "ceil") => SqlText,
): SqlCondition {
  if (name === "lt" || name === "ge") return relationSql(name, integer, round(double, "ceil"));
  const down = relationSql(name, integer, round(double, "floor"));
  if (name !== "eq") return down;
  const isWhole = relationSql("eq", double, sql`floor(${double})`);
  return exactCondition(
    sqlAnd([down.isTrue.upper, isWhole.isTrue.upper]),
    sqlOr([down.isFalse.upper, sqlAnd([isWhole.isFalse.upper, sql`${integer} IS NOT NULL`])]),
  );
}

/** Comparison with a constant that the column type can represent. */
interface StorableComparison {
  readonly name: RelationName;
  readonly value: number | bigint;
}

const INT64 = { from: -(2n ** 63n), to: 2n ** 63n - 1n };

/** Returns the range of the scalar's integers if it exceeds 64 bits with a sign, and how to bind such integers. */
export function wideIntegersOf(scalar: SqlScalar, dialect: Dialect): WideIntegers | undefined {
  return scalar.type === "integer" ? dialect.wideIntegers?.(ownProperty(scalar.traits, "form")) : undefined;
}

/** Returns an equivalent comparison with an integer of the range. Returns a boolean if all its integers compare alike. */
export function storableInteger(
  name: RelationName,
  number: number | bigint,
  { from, to }: Pick<WideIntegers, "from" | "to"> = INT64,
): StorableComparison | boolean {
  const isWhole = typeof number === "bigint" || Number.isInteger(number);
  if (!isWhole && name === "eq") return false;
  const down = typeof number === "bigint" ? number : BigInt(Math.floor(number));
  // x < 2.5 is x <= 2, and x > 2.5 is x >= 3.
  const [relationName, integer] =
    isWhole || name === "eq"
      ? ([name, down] as const)
      : name === "lt" || name === "le"
        ? (["le", down] as const)
        : (["ge", down + 1n] as const);
  if (integer < from) return relationName === "gt" || relationName === "ge";
  if (integer > to) return relationName === "lt" || relationName === "le";
  const small = Number(integer);
  return { name: relationName, value: Number.isSafeInteger(small) ? small : integer };
}

/** Returns an equivalent comparison with a double. Returns a boolean if all finite doubles compare alike. */
export function storableDouble(name: RelationName, number: number | bigint): StorableComparison | boolean {
  if (typeof number === "number") return { name, value: number };
  const near = Number(number);
  if (!Number.isFinite(near)) {
    if (name === "eq") return false;
    return number > 0n === (name === "lt" || name === "le");
  }
  const exact = BigInt(near);
  if (exact === number) return { name, value: near };
  if (name === "eq") return false;
  // `near` is the closest double to `number`: only for the column value `near` itself do the two comparisons differ.
  if (name === "lt" || name === "le") return { name: exact < number ? "le" : "lt", value: near };
  return { name: exact > number ? "ge" : "gt", value: near };
}

/** Returns the constants without those that the column type cannot represent: no value equals them. */
export function storableNumbers(
  scalar: SqlScalar,
  constants: readonly Constant[],
  dialect: Dialect,
): readonly (number | bigint)[] {
  const wide = wideIntegersOf(scalar, dialect);
  const bounds = constants.map(({ value }) =>
    isDouble(scalar)
      ? storableDouble("eq", value as number | bigint)
      : storableInteger("eq", value as number | bigint, wide ?? dialect.integerRange),
  );
  return bounds.flatMap((bound) => (typeof bound === "object" ? [bound.value] : []));
}
