import {
  exactCondition,
  isConstant,
  isExactCondition,
  isRefusal,
  undecided,
  type Constant,
  type Port,
  type SqlCondition,
  type SqlScalar,
  type Truth,
} from "../../functions/definition/port.ts";
import { isByCodePoints } from "../../functions/in-sql/relations.ts";
import { sqlDisjunction } from "../../functions/in-sql/logic.ts";
import { longestRequiredLiteral, requiredLiterals } from "../../pattern/required-literals.ts";
import { isNumeric, isTemporal, type ScalarType, type Value } from "../../values/types.ts";
import { ownProperty } from "../../values/own-properties.ts";
import type { Dialect, WideIntegers } from "../dialect-types/dialect.ts";
import {
  joinSql,
  bindable,
  sql,
  rawSql,
  type SqlParameterType,
  type SqlText,
} from "../fragments/fragment.ts";
import {
  compareNumbers,
  compareNumberWith,
  storableNumbers,
  relationSql,
  wideIntegersOf,
} from "./numbers.ts";
import { isDouble, nullTests, readableOrNull } from "./readable.ts";
import { compareTemporals, compareTemporalWith, temporalIsOneOf } from "./temporals.ts";
import { withIndexedColumns } from "./indexed-columns.ts";
import { compareStrings, isOneOfByKey, searchString, withIndexableCondition } from "./strings.ts";
import { sqlAnd, truthSql, isNotTrue, sqlOr } from "../fragments/conditions.ts";

export function makePort(dialect: Dialect): Port {
  const isNull = (value: SqlScalar) => nullTests(value, dialect).isNull;
  const isNotNull = (value: SqlScalar) => nullTests(value, dialect).isNotNull;
  const areBothNotNull = (a: SqlScalar, b: SqlScalar | Constant) =>
    sqlAnd([isNotNull(a), isConstant(b) ? true : isNotNull(b)]);
  const value = (type: ScalarType, from: SqlText, traits = {}): SqlScalar => ({
    sql: from,
    type,
    nullable: true,
    traits,
  });

  const compare: Port["compare"] = (name, left, right) => {
    if (isTemporal(left.type)) {
      return isConstant(right)
        ? compareTemporalWith(name, left, right, isNotNull(left), dialect)
        : boundedByNotNull(compareTemporals(name, left, right, dialect), areBothNotNull(left, right));
    }
    if (isNumeric(left.type)) {
      return isConstant(right)
        ? compareNumberWith(name, left, right, isNotNull(left), dialect)
        : boundedByNotNull(compareNumbers(name, left, right, dialect), areBothNotNull(left, right));
    }
    const rightSql = isConstant(right)
      ? dialect.bind(bindable("boolean", right.value as boolean))
      : (right.sql as SqlText);
    return relationSql(name, left.sql as SqlText, rightSql);
  };

  const oneOf: Port["oneOf"] = (scalar, constants, choice) => {
    const isPresent = isNotNull(scalar);
    if (scalar.type === "string" && choice !== undefined && !isByCodePoints(choice)) {
      const equals = (constant: Constant) =>
        compareStrings("eq", scalar, constant, choice, isPresent, dialect);
      return (
        isOneOfByKey(scalar, constants, choice, dialect) ??
        sqlDisjunction(constants.map(equals), { and: sqlAnd, or: sqlOr })
      );
    }
    if (scalar.type === "string") {
      const texts = constants.map((constant) => constant.value as string);
      const operand = dialect.binaryString(scalar.sql as SqlText, scalar.traits, "equality");
      const exact = valueIsOneOf(operand, "text", texts, isPresent, dialect);
      const coarse = dialect.indexedString?.(scalar.sql as SqlText, scalar.traits);
      return coarse === undefined
        ? exact
        : withIndexableCondition(valueIsOneOf(coarse, "text", texts, isPresent, dialect).isTrue.upper, exact);
    }
    if (isNumeric(scalar.type)) return numberIsOneOf(scalar, constants, isPresent, dialect);
    if (isTemporal(scalar.type)) return temporalIsOneOf(scalar, constants, dialect);
    return sqlDisjunction(
      constants.map((constant) => compare("eq", scalar, constant)),
      { and: sqlAnd, or: sqlOr },
    );
  };

  return withIndexedColumns({
    and: sqlAnd,
    or: sqlOr,
    isNotTrue,
    isNull,
    isNotNull,
    compare,
    oneOf,
    compareTexts: (name, left, right, choice) =>
      compareStrings(name, left, right, choice, areBothNotNull(left, right), dialect),
    constant: (constant, type) => constantScalar(constant, type, dialect),
    textOf: (scalar) => {
      const form = dialect.stringForm({ ...scalar, sql: readableOrNull(scalar, dialect) });
      return isRefusal(form) ? form : value("string", form, { repertoire: "ascii" });
    },
    search: (kind, haystack, part, choice) =>
      searchString(kind, haystack, part, choice, areBothNotNull(haystack, part), dialect),
    isBlank: (scalar) => {
      const condition = dialect.isBlank(scalar.sql as SqlText);
      return exactCondition(condition, sql`NOT (${condition})`);
    },
    matches: (scalar, pattern) => {
      const condition = dialect.matches(scalar.sql as SqlText, pattern);
      if (!isRefusal(condition)) return exactCondition(condition, sql`NOT (${condition})`);
      const isPresent = isNotNull(scalar);
      const literals = requiredLiterals(pattern);
      const part = literals && longestRequiredLiteral(literals);
      if (part === undefined) return undecided(condition.refused, isPresent);
      const needle = dialect.bind(bindable("text", part));
      const mayMatch = dialect.search("contains", scalar.sql as SqlText, needle);
      return {
        isTrue: { upper: mayMatch, lower: false },
        isFalse: { upper: isPresent, lower: false },
        reason: condition.refused,
      };
    },
    codePointLength: (scalar) => value("integer", dialect.codePointLength(scalar.sql as SqlText)),
    slice: (scalar, start, count) => {
      const part = dialect.slice(
        scalar.sql as SqlText,
        wholeNumber(start, dialect),
        count === undefined ? undefined : wholeNumber(count, dialect),
      );
      return isRefusal(part) ? part : value("string", part, { repertoire: scalar.traits.repertoire });
    },
    changeCase: (to, scalar, locale) => {
      const changed = dialect.changeCase(to, scalar.sql as SqlText, scalar.traits, locale);
      return isRefusal(changed)
        ? changed
        : value("string", changed, { repertoire: scalar.traits.repertoire });
    },
    truthValue: (condition) => {
      if (!isExactCondition(condition)) return { refused: condition.reason ?? "" };
      const isTrue = truthSql(condition.isTrue.upper, dialect);
      const isFalse = truthSql(condition.isFalse.upper, dialect);
      return value("boolean", dialect.booleanValue(isTrue, isFalse));
    },
    conditionOf: ({ sql: operand }) =>
      exactCondition(
        dialect.booleanIs(operand as SqlText, true),
        dialect.booleanIs(operand as SqlText, false),
      ),
  });
}

/**
 * Converts a start or count of `substr` to an integer, clamped to the range of databases. The SQL is null if the value
 * is not an integer.
 */
function wholeNumber(value: SqlScalar | Constant, dialect: Dialect): number | SqlText {
  if (isConstant(value)) return Math.max(-MAX_CHARACTERS, Math.min(MAX_CHARACTERS, Number(value.value)));
  return dialect.characterCount(readableOrNull(value, dialect), isDouble(value), MAX_CHARACTERS);
}

/** Maximum `start` and `count` of `substr`. No database has strings of this length. */
const MAX_CHARACTERS = 2 ** 31 - 2;

/**
 * Binds a constant as a scalar. Requires a string, boolean or null: constants of other types are compiled only in
 * comparisons with members.
 */
function constantScalar(value: Value, type: ScalarType, dialect: Dialect): SqlScalar {
  if (value === null) return { sql: rawSql("NULL"), type, nullable: true, traits: {} };
  if (typeof value !== "string" && typeof value !== "boolean")
    throw new TypeError(
      `internal: a constant ${type} cannot be compiled without the type of the other operand`,
    );
  const bound = typeof value === "string" ? bindable("text", value) : bindable("boolean", value);
  return { sql: dialect.bind(bound), type, nullable: false, traits: {} };
}

/**
 * Maximum number of list values with a parameter each. Longer lists are one parameter, so that the statement does not
 * grow with them.
 */
const MAX_SEPARATE_PARAMETERS = 20;

/**
 * Returns the condition that a value is in a list. Keeps duplicates: the number of placeholders must not depend on the
 * values.
 */
function valueIsOneOf(
  operand: SqlText,
  type: "text" | "integer" | "number",
  values: readonly (string | number | bigint)[],
  isNotNull: Truth,
  dialect: Dialect,
): SqlCondition {
  if (values.length === 0) return exactCondition(false, isNotNull);
  const bind = (value: string | number | bigint) => dialect.bind(bindable(type, value));
  if (values.length === 1) return relationSql("eq", operand, bind(values[0]!));
  const condition =
    values.length > (ownProperty(dialect, "maxSeparateParameters") ?? MAX_SEPARATE_PARAMETERS)
      ? dialect.isOneOf(operand, bindable(`${type}s` as SqlParameterType, values))
      : sql`${operand} IN (${joinSql(values.map(bind), ", ")})`;
  return exactCondition(condition, sql`NOT (${condition})`);
}

function numberIsOneOf(
  scalar: SqlScalar,
  constants: readonly Constant[],
  isNotNull: Truth,
  dialect: Dialect,
): SqlCondition {
  const operand = readableOrNull(scalar, dialect);
  const values = storableNumbers(scalar, constants, dialect);
  const wide = wideIntegersOf(scalar, dialect);
  if (wide !== undefined) return wideIntegerIsOneOf(operand, values.map(BigInt), isNotNull, wide);
  return valueIsOneOf(operand, isDouble(scalar) ? "number" : "integer", values, isNotNull, dialect);
}

function wideIntegerIsOneOf(
  operand: SqlText,
  values: readonly bigint[],
  isNotNull: Truth,
  { bind, isOneOf }: WideIntegers,
): SqlCondition {
  if (values.length === 0) return exactCondition(false, isNotNull);
  if (values.length === 1) return relationSql("eq", operand, bind(values[0]!));
  const condition = isOneOf(operand, values);
  return exactCondition(condition, sql`NOT (${condition})`);
}

function boundedByNotNull(condition: SqlCondition, isNotNull: Truth): SqlCondition {
  return isExactCondition(condition) ? condition : undecided(condition.reason, isNotNull);
}
