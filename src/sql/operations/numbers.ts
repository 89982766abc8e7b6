import { MIRROR } from "../../functions/in-memory/relations.ts";
import {
  exactCondition,
  undecided,
  type Constant,
  type RelationName,
  type SqlCondition,
  type SqlScalar,
  type Truth,
} from "../../functions/definition/port.ts";
import type { Dialect } from "../dialect-types/dialect.ts";
import { joinSql, bindable, sql, rawSql, type SqlText } from "../fragments/fragment.ts";
import { sqlAnd, sqlOr } from "../fragments/conditions.ts";

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

export function isDouble({ type, traits }: SqlScalar): boolean {
  return type === "number" || traits.form === "double";
}

export function compareNumberWith(
  name: RelationName,
  left: SqlScalar,
  { value }: Constant,
  isNotNull: Truth,
  dialect: Dialect,
): SqlCondition {
  const bound = isDouble(left)
    ? storableDouble(name, value as number | bigint)
    : storableInteger(name, value as number | bigint);
  if (typeof bound === "boolean") return constantUnlessNull(bound, isNotNull);
  const type = isDouble(left) ? "number" : "integer";
  const other = dialect.bind(bindable(type, bound.value));
  return withinFinite(bound.name, left, relationSql(bound.name, left.sql as SqlText, other), dialect);
}

export function compareNumbers(
  name: RelationName,
  left: SqlScalar,
  right: SqlScalar,
  dialect: Dialect,
): SqlCondition {
  const a = finiteOrNull(left, dialect);
  const b = finiteOrNull(right, dialect);
  if (isDouble(left) === isDouble(right) || dialect.comparesNumbersExactly) return relationSql(name, a, b);
  const round = dialect.roundedDouble;
  if (round === undefined)
    return undecided("the database does not compare whole numbers with doubles by their exact values");
  return isDouble(left) ? compareRounded(MIRROR[name], b, a, round) : compareRounded(name, a, b, round);
}

/**
 * Compares an integer with a double. The double is rounded in the direction that keeps the result: `n < 2.5` is `n <
 * 3`, `n > 2.5` is `n > 2`. `round` returns a value that compares exactly with integers.
 */
function compareRounded(
  name: RelationName,
  whole: SqlText,
  double: SqlText,
  round: (value: SqlText, to: "floor" | "ceil") => SqlText,
): SqlCondition {
  if (name === "lt" || name === "ge") return relationSql(name, whole, round(double, "ceil"));
  const down = relationSql(name, whole, round(double, "floor"));
  if (name !== "eq") return down;
  const isWhole = relationSql("eq", double, sql`floor(${double})`);
  return exactCondition(
    sqlAnd([down.isTrue.upper, isWhole.isTrue.upper]),
    sqlOr([down.isFalse.upper, sqlAnd([isWhole.isFalse.upper, sql`${whole} IS NOT NULL`])]),
  );
}

/** Comparison with a constant that the column type can represent. */
interface StorableComparison {
  readonly name: RelationName;
  readonly value: number | bigint;
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** Returns an equivalent comparison with a 64-bit integer. Returns a boolean if all integers compare alike. */
export function storableInteger(name: RelationName, number: number | bigint): StorableComparison | boolean {
  const isWhole = typeof number === "bigint" || Number.isInteger(number);
  if (!isWhole && name === "eq") return false;
  const down = typeof number === "bigint" ? number : BigInt(Math.floor(number));
  // x < 2.5 is x <= 2, and x > 2.5 is x >= 3.
  const [relationName, whole] =
    isWhole || name === "eq"
      ? ([name, down] as const)
      : name === "lt" || name === "le"
        ? (["le", down] as const)
        : (["ge", down + 1n] as const);
  if (whole < MIN_INT64) return relationName === "gt" || relationName === "ge";
  if (whole > MAX_INT64) return relationName === "lt" || relationName === "le";
  const small = Number(whole);
  return { name: relationName, value: Number.isSafeInteger(small) ? small : whole };
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
): readonly (number | bigint)[] {
  const storableBy = isDouble(scalar) ? storableDouble : storableInteger;
  const bounds = constants.map(({ value }) => storableBy("eq", value as number | bigint));
  return bounds.flatMap((bound) => (typeof bound === "object" ? [bound.value] : []));
}

function withinFinite(
  name: RelationName,
  value: SqlScalar,
  { isTrue, isFalse }: SqlCondition,
  dialect: Dialect,
): SqlCondition {
  const infinity = infinityOf(value, dialect);
  if (infinity === undefined) return { isTrue, isFalse };
  const belowInfinity = sql`${value.sql} < ${infinity}`;
  const aboveInfinity = sql`${value.sql} > -${infinity}`;
  const reachesUp = name === "gt" || name === "ge";
  return exactCondition(
    name === "eq" ? isTrue.upper : sqlAnd([isTrue.upper, reachesUp ? belowInfinity : aboveInfinity]),
    name === "eq"
      ? sqlAnd([isFalse.upper, belowInfinity, aboveInfinity])
      : sqlAnd([isFalse.upper, reachesUp ? aboveInfinity : belowInfinity]),
  );
}

function infinityOf(value: SqlScalar, { infinity }: Dialect): SqlText | undefined {
  return !isDouble(value) || value.traits.finite === true || infinity === undefined
    ? undefined
    : rawSql(infinity);
}

export function finiteOrNull(value: SqlScalar, dialect: Dialect): SqlText {
  const infinity = infinityOf(value, dialect);
  const own = value.sql as SqlText;
  if (infinity === undefined) return own;
  return sql`CASE WHEN ${own} < ${infinity} AND ${own} > -${infinity} THEN ${own} END`;
}

/** Returns the conditions that a value is null or not. NaN and infinity count as null. */
export function nullTests(value: SqlScalar, dialect: Dialect): { isNull: Truth; isNotNull: Truth } {
  const infinity = infinityOf(value, dialect);
  const own = value.sql;
  if (infinity === undefined) {
    if (!value.nullable) return { isNull: false, isNotNull: true };
    return { isNull: sql`${own} IS NULL`, isNotNull: sql`${own} IS NOT NULL` };
  }
  return {
    isNull: sqlOr([
      ...(value.nullable ? [sql`${own} IS NULL`] : []),
      sql`${own} >= ${infinity}`,
      sql`${own} <= -${infinity}`,
    ]),
    isNotNull: sqlAnd([sql`${own} < ${infinity}`, sql`${own} > -${infinity}`]),
  };
}
