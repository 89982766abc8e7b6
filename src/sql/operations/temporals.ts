import {
  isExactCondition,
  isRefusal,
  undecided,
  type Constant,
  type RelationName,
  type SqlCondition,
  type SqlScalar,
  type Truth,
} from "../../functions/definition/port.ts";
import { sqlDisjunction } from "../../functions/in-sql/logic.ts";
import { lastReadInstant, readStoredTemporal } from "../../values/instant.ts";
import type { Dialect, TemporalScalar } from "../dialect-types/dialect.ts";
import type { SqlText } from "../fragments/fragment.ts";
import { sqlAnd, sqlOr } from "../fragments/conditions.ts";
import { constantUnlessNull, relationSql } from "./numbers.ts";
import { nullTests, readableOrNull, withinReadable } from "./readable.ts";

/**
 * Comparisons of dates and times. A column stores multiples of its unit (a day, a microsecond …). A literal between two
 * multiples is replaced by one of them. For a literal out of range, the result is constant.
 */

const DAY = 86_400_000_000_000n;

export function compareTemporalWith(
  name: RelationName,
  left: SqlScalar,
  constant: Constant,
  isNotNull: Truth,
  dialect: Dialect,
): SqlCondition {
  const type = left.type as TemporalScalar;
  const { form } = left.traits;
  const instant = nanosecondsOf(constant);
  const precision = left.traits.precision ?? dialect.temporal.precision(type, form);
  const unit = type === "date" ? DAY : 10n ** BigInt(9 - precision);
  const down = instant - (((instant % unit) + unit) % unit);
  const isMultiple = down === instant;
  if (!isMultiple && name === "eq") return constantUnlessNull(false, isNotNull);
  const [relationName, bound] =
    isMultiple || name === "eq"
      ? ([name, instant] as const)
      : name === "lt" || name === "le"
        ? (["le", down] as const)
        : (["ge", down + unit] as const);
  const { from, to } = dialect.temporal.range(type, form);
  if (bound < from) return constantUnlessNull(relationName === "gt" || relationName === "ge", isNotNull);
  if (bound > to) return constantUnlessNull(relationName === "lt" || relationName === "le", isNotNull);
  const comparable = dialect.temporal.comparable(left.sql as SqlText, type, form, type);
  if (isRefusal(comparable)) return undecided(comparable.refused, isNotNull);
  const boundSql = dialect.temporal.bind(type, bound, form, precision);
  return withinReadable(relationName, left, relationSql(relationName, comparable.sql, boundSql), dialect);
}

/** Returns the condition that a date or time equals one of the constants. It tests only once that the value is readable. */
export function temporalIsOneOf(
  scalar: SqlScalar,
  constants: readonly Constant[],
  dialect: Dialect,
): SqlCondition {
  const readable = { ...scalar, traits: { ...scalar.traits, finite: true } };
  const { isNotNull } = nullTests(readable, dialect);
  const condition = sqlDisjunction(
    constants.map((constant) => compareTemporalWith("eq", readable, constant, isNotNull, dialect)),
    { and: sqlAnd, or: sqlOr },
  );
  return isExactCondition(condition) ? withinReadable("eq", scalar, condition, dialect) : condition;
}

export function compareTemporals(
  name: RelationName,
  left: SqlScalar,
  right: SqlScalar,
  dialect: Dialect,
): SqlCondition {
  const as: TemporalScalar = left.type === right.type ? (left.type as TemporalScalar) : "dateTime";
  const [a, b] = [left, right].map((side) =>
    dialect.temporal.comparable(
      readableOrNull(side, dialect),
      side.type as TemporalScalar,
      side.traits.form,
      as,
    ),
  );
  if (isRefusal(a!)) return undecided(a.refused);
  if (isRefusal(b!)) return undecided(b.refused);
  if (a!.kind !== b!.kind) {
    const [c, d] = [left, right].map((side) =>
      dialect.temporal.commonForm?.(
        readableOrNull(side, dialect),
        side.type as TemporalScalar,
        side.traits.form,
      ),
    );
    if (c !== undefined && d !== undefined) return relationSql(name, c, d);
    return undecided("the two members store dates and times in forms that cannot be compared");
  }
  return relationSql(name, a!.sql, b!.sql);
}

/**
 * Returns the nanoseconds of a constant since 1970, or since midnight for a time. The constant is a literal, or a value of
 * the row that a cursor continues after.
 */
export function nanosecondsOf({ value, type }: Constant): bigint {
  if (typeof value !== "string")
    throw new TypeError(`internal: a ${type} constant must be a string, got ${typeof value}`);
  if (!readStoredTemporal(type as TemporalScalar, value))
    throw new TypeError(`internal: ${JSON.stringify(value)} is not a valid ${type}`);
  return BigInt(lastReadInstant.milliseconds) * 1_000_000n + BigInt(lastReadInstant.nanoseconds);
}
