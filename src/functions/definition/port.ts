import type { Comparison, Strength } from "../../collation/order/strength.ts";
import type { ScalarType, Value, ValueType } from "../../values/types.ts";

/*
 * The operations that functions need from a database. Functions combine them, SQL dialects implement them.
 *
 * A condition consists of two sides: the rows for which it is true, and the rows for which it is false. So `not` swaps the
 * sides, and nothing depends on how a database treats null. If a database cannot evaluate a side exactly, the side has an
 * upper bound (superset of its rows) and a lower bound (subset).
 */

/** A fragment of SQL. Opaque here: only `src/sql` knows its content. */
export interface Sql {
  readonly kind: "sql";
}

/** A test of rows: SQL, or a constant that applies to all rows. */
export type Truth = Sql | boolean;

/** The rows for which a condition is true, or those for which it is false. Exact if both bounds are the same. */
export interface Extent {
  /** Matches a superset of the rows. */
  readonly upper: Truth;
  /** Matches a subset of the rows. */
  readonly lower: Truth;
}

/** A condition in SQL. It is unknown for rows for which it is neither true nor false. */
export interface SqlCondition {
  readonly isTrue: Extent;
  readonly isFalse: Extent;
  /** Reason why the condition is inexact, as a clause without a final period. Undefined if a part already reported one. */
  readonly reason?: string | undefined;
}

/** An operation that the database does not support. */
export interface Refusal {
  /** Reason as a clause without a final period. Empty if a part already reported one. */
  readonly refused: string;
}

/** An SQL expression for a single value. */
export interface SqlScalar {
  readonly sql: Sql;
  readonly type: ScalarType;
  readonly nullable: boolean;
  readonly traits: Traits;
}

/** Known properties of an SQL expression's values. They allow simpler SQL. */
export interface Traits {
  /** `ascii`: all strings consist of U+0020 to U+007E. */
  readonly repertoire?: "ascii" | undefined;
  /** Number of stored digits of fractional seconds. Default 9. */
  readonly precision?: number | undefined;
  /** Whether no value is NaN, infinite, or a date outside the years 0001 to 9999. */
  readonly finite?: boolean | undefined;
  /** Whether the column compares strings byte by byte by default. */
  readonly binary?: boolean | undefined;
  /** Storage form of the values, if the dialect has several for the type. */
  readonly form?: string | undefined;
  /** Column that equals the expression where the expression is not null. Comparisons of it can use an index. */
  readonly indexed?: Sql | undefined;
  /** Stored sort keys of the column's strings. */
  readonly keys?: readonly StoredKey[] | undefined;
}

/** A column with stored sort keys: see `KeyColumn` of the collation. */
export interface StoredKey {
  readonly sql: Sql;
  readonly locale: string;
  readonly strength: Strength;
  readonly version: string;
}

/** Operations on a list column. */
export interface SqlList {
  readonly nullable: boolean;
  readonly items: ScalarType;
  readonly isNull: Truth;
  readonly isNotNull: Truth;
  /** Number of elements, including nulls. */
  readonly length: SqlScalar | Refusal;
  /**
   * Returns the rows whose list contains one of the constants. Strings compare by code points. An index can serve the
   * condition. Undefined if the elements must be compared one by one.
   */
  readonly containing: (constants: readonly Constant[]) => Extent | undefined;
  /** Matches rows whose list has an element for which the test is true. */
  readonly some: (test: (element: SqlScalar) => Truth) => Truth | Refusal;
  /** Matches all other rows, including rows whose list is null. */
  readonly none: (test: (element: SqlScalar) => Truth) => Truth | Refusal;
}

/** Operations on a map column. */
export interface SqlMap {
  readonly nullable: boolean;
  readonly isNull: Truth;
  readonly isNotNull: Truth;
  readonly length: SqlScalar | Refusal;
  /** Matches rows whose map has an entry for which the test is true. The test receives values as strings. */
  readonly some: (test: (key: SqlScalar, value: SqlScalar) => Truth) => Truth | Refusal;
  readonly none: (test: (key: SqlScalar, value: SqlScalar) => Truth) => Truth | Refusal;
}

export interface SqlOperand {
  readonly type: ValueType;
  readonly comparison: Comparison | undefined;
  /** The value, if it is the same for all rows. `inMemory` is its `Operand`; naming that type would be an import cycle. */
  readonly constant: { readonly value: Value; readonly inMemory: object } | undefined;
  /** Returns a `Refusal` for lists and for types that the database does not support. */
  readonly scalar: () => SqlScalar | Refusal;
  readonly list: () => SqlList | Refusal;
  readonly map: () => SqlMap | Refusal;
  readonly condition: () => SqlCondition;
  /** Returns a condition that is true or false for each row, never unknown. */
  readonly isNull: () => SqlCondition;
}

export interface CallToSql {
  readonly operands: readonly SqlOperand[];
  readonly strength: Strength | undefined;
  readonly locale: string | undefined;
  readonly port: Port;
}

export type SqlResult = SqlCondition | SqlScalar | Refusal;

export type RelationName = "eq" | "lt" | "le" | "gt" | "ge";
export type SearchKind = "contains" | "startsWith" | "endsWith";

/** The operations of an SQL dialect. Callers must pass two values of comparable types. */
export interface Port {
  readonly and: (parts: readonly Truth[]) => Truth;
  readonly or: (parts: readonly Truth[]) => Truth;
  /** Matches rows for which `truth` is false or unknown. */
  readonly isNotTrue: (truth: Truth) => Truth;
  readonly isNull: (value: SqlScalar) => Truth;
  readonly isNotNull: (value: SqlScalar) => Truth;

  /** Passes a constant as a parameter of the SQL statement. */
  readonly constant: (value: Value, type: ScalarType) => SqlScalar;
  /**
   * Compares numbers, booleans, dates or times. `right` can be a JavaScript value, so that the dialect can round it exactly.
   */
  readonly compare: (relation: RelationName, left: SqlScalar, right: SqlScalar | Constant) => SqlCondition;
  readonly compareTexts: (
    relation: RelationName,
    left: SqlScalar,
    right: SqlScalar | Constant,
    collation: CollationChoice,
  ) => SqlCondition;
  /** Returns whether `value` equals one of the constants. Without `collation`, strings compare by code points. */
  readonly oneOf: (
    value: SqlScalar,
    constants: readonly Constant[],
    collation?: CollationChoice,
  ) => SqlCondition;

  /** Converts a boolean, number or string to the string that string functions receive. */
  readonly textOf: (value: SqlScalar) => SqlScalar | Refusal;
  readonly search: (
    kind: SearchKind,
    text: SqlScalar,
    part: SqlScalar | Constant,
    collation: CollationChoice,
  ) => SqlCondition;
  readonly isBlank: (text: SqlScalar) => SqlCondition;
  /** Returns whether the whole string matches a pattern in RE2 syntax. */
  readonly matches: (text: SqlScalar, pattern: string) => SqlCondition;
  readonly codePointLength: (text: SqlScalar) => SqlScalar | Refusal;
  /** Returns a substring. Takes the arguments of `substr`. Without `count`, it extends to the end of the string. */
  readonly slice: (
    text: SqlScalar,
    start: SqlScalar | Constant,
    count: SqlScalar | Constant | undefined,
  ) => SqlScalar | Refusal;
  readonly changeCase: (
    to: "upper" | "lower",
    text: SqlScalar,
    locale: string | undefined,
  ) => SqlScalar | Refusal;

  /** Converts a condition to a boolean value, which is null if the condition is unknown. */
  readonly truthValue: (condition: SqlCondition) => SqlScalar | Refusal;
  readonly conditionOf: (value: SqlScalar) => SqlCondition;
}

/** A non-null value that is the same for all rows. */
export interface Constant {
  readonly value: Exclude<Value, null>;
  readonly type: ScalarType;
}

export interface CollationChoice {
  readonly comparison: Comparison;
  readonly locale: string | undefined;
}

export function isRefusal(result: object | boolean): result is Refusal {
  return Object.hasOwn(Object(result) as object, "refused");
}

export function isCondition(result: object): result is SqlCondition {
  return Object.hasOwn(result, "isTrue");
}

export function isConstant(value: SqlScalar | Constant): value is Constant {
  return Object.hasOwn(value, "value");
}

export function exactly(truth: Truth): Extent {
  return { upper: truth, lower: truth };
}

export function isExact({ upper, lower }: Extent): boolean {
  return upper === lower;
}

export function exactCondition(isTrue: Truth, isFalse: Truth): SqlCondition {
  return { isTrue: exactly(isTrue), isFalse: exactly(isFalse) };
}

export const UNKNOWN_CONDITION: SqlCondition = exactCondition(false, false);

export function isExactCondition({ isTrue, isFalse }: SqlCondition): boolean {
  return isExact(isTrue) && isExact(isFalse);
}

/**
 * Returns a condition that the database cannot evaluate.
 *
 * @param upper Must match every row for which the condition is not unknown.
 */
export function undecided(reason: string | undefined, upper: Truth = true): SqlCondition {
  return { isTrue: { upper, lower: false }, isFalse: { upper, lower: false }, reason };
}
