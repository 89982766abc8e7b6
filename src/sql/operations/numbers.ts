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
 * Numbers by exact mathematical value, whatever a column holds them as. A literal that the column's type cannot hold is
 * turned into a bound that it can: `lt(n,2.5)` of whole numbers is `n <= 2`, and an index still serves it.
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

/** A relation written out, with its opposite. */
export function relationSql(name: RelationName, left: SqlText, right: SqlText): SqlCondition {
  const sides = [left, right];
  return exactCondition(joinSql(sides, SIGNS[name]), joinSql(sides, OPPOSITES[name]));
}

/** Holds of every value that is there, or fails of each. */
export function constantUnlessNull(holds: boolean, isNotNull: Truth): SqlCondition {
  return holds ? exactCondition(isNotNull, false) : exactCondition(false, isNotNull);
}

/** Whether a value is held as a double: then no more than a double is in it. */
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
    ? doubleBound(name, value as number | bigint)
    : integerBound(name, value as number | bigint);
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
 * A whole number with a double that is rounded to the side where no whole number lies between: those below a double are
 * those below it rounded up; and so on. `round` gives what compares with whole numbers by exact value.
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

interface Bound {
  readonly name: RelationName;
  readonly value: number | bigint;
}

const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;

/** A relation of whole numbers of 64 bits with any number, as one with such a number; or known beforehand. */
export function integerBound(name: RelationName, number: number | bigint): Bound | boolean {
  const isWhole = typeof number === "bigint" || Number.isInteger(number);
  if (!isWhole && name === "eq") return false;
  const down = typeof number === "bigint" ? number : BigInt(Math.floor(number));
  // Between two whole numbers lie none: below 2.5 is up to 2, and from 2.5 on is from 3 on.
  const [relationName, whole] =
    isWhole || name === "eq"
      ? ([name, down] as const)
      : name === "lt" || name === "le"
        ? (["le", down] as const)
        : (["ge", down + 1n] as const);
  if (whole < LEAST) return relationName === "gt" || relationName === "ge";
  if (whole > MOST) return relationName === "lt" || relationName === "le";
  const small = Number(whole);
  return { name: relationName, value: Number.isSafeInteger(small) ? small : whole };
}

/** A relation of doubles with any number, as one with a double; or known beforehand. */
export function doubleBound(name: RelationName, number: number | bigint): Bound | boolean {
  if (typeof number === "number") return { name, value: number };
  const near = Number(number);
  if (!Number.isFinite(near)) {
    if (name === "eq") return false;
    return number > 0n === (name === "lt" || name === "le");
  }
  const exact = BigInt(near);
  if (exact === number) return { name, value: near };
  if (name === "eq") return false;
  // The double lies beside the number: what is below the one is, but for that double itself, below the other.
  if (name === "lt" || name === "le") return { name: exact < number ? "le" : "lt", value: near };
  return { name: exact > number ? "ge" : "gt", value: near };
}

/** Those of some numbers that the type of a column can hold: it holds none of the others. */
export function storableNumbers(
  scalar: SqlScalar,
  constants: readonly Constant[],
): readonly (number | bigint)[] {
  const boundOf = isDouble(scalar) ? doubleBound : integerBound;
  const bounds = constants.map(({ value }) => boundOf("eq", value as number | bigint));
  return bounds.flatMap((bound) => (typeof bound === "object" ? [bound.value] : []));
}

/** Leaves infinities and NaN out of a relation with a finite number: they are null. */
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

/** The value, null where it is NaN or infinite. */
export function finiteOrNull(value: SqlScalar, dialect: Dialect): SqlText {
  const infinity = infinityOf(value, dialect);
  const own = value.sql as SqlText;
  if (infinity === undefined) return own;
  return sql`CASE WHEN ${own} < ${infinity} AND ${own} > -${infinity} THEN ${own} END`;
}

/** Whether a number is there: neither null nor NaN nor infinite. */
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
