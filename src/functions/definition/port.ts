import type { Comparison, Strength } from "../../collation/order/strength.ts";
import type { ScalarType, Value, ValueType } from "../../values/types.ts";

/*
 * The operations that functions need from a database. Functions combine them, dialects implement them.
 *
 * As in memory, a condition has two sides: the rows for which it is true, and the rows for which it is false. So `not` swaps
 * the sides, and nothing depends on how a database treats null. If a database cannot evaluate a side exactly, the side has an
 * upper bound (superset) and a lower bound (subset).
 */

/** A piece of SQL. Only `src/sql` reads it. */
export interface Sql {
  readonly kind: "sql";
}

/** For all rows the same constant, or SQL for each row. */
export type Truth = Sql | boolean;

/** The rows of one side of a condition. Exact if the bounds are the same. */
export interface Extent {
  /** Superset of the rows. */
  readonly upper: Truth;
  /** Subset of the rows. */
  readonly lower: Truth;
}

/** Unknown for a row on neither side. */
export interface SqlCondition {
  readonly isTrue: Extent;
  readonly isFalse: Extent;
  /** Why the condition is inexact: a clause without a final period. Undefined if a part already reported one. */
  readonly reason?: string | undefined;
}

/** An operation that the database does not support. */
export interface Refusal {
  /** As `reason` of a condition; empty if a part already reported one. */
  readonly refused: string;
}

/** A single value in the database, or null. */
export interface SqlScalar {
  readonly sql: Sql;
  readonly type: ScalarType;
  readonly nullable: boolean;
  readonly traits: Traits;
}

/** Properties of a column's values beyond their type, for simpler SQL. */
export interface Traits {
  /** All strings consist of U+0020 to U+007E. */
  readonly repertoire?: "ascii" | undefined;
  /** Stored digits of fractional seconds. Default 9. */
  readonly precision?: number | undefined;
  /** Whether no value is NaN or infinite. */
  readonly finite?: boolean | undefined;
  /** Whether the column compares strings byte by byte by default. */
  readonly binary?: boolean | undefined;
  /** Storage form, if the dialect has several for the type. */
  readonly form?: string | undefined;
  /** Stored sort keys of the strings. */
  readonly keys?: readonly StoredKey[] | undefined;
}

/** See `KeyColumn` of the collation. */
export interface StoredKey {
  readonly sql: Sql;
  readonly locale: string;
  readonly strength: Strength;
  readonly version: string;
}

/** A list in the database, or null. */
export interface SqlList {
  readonly nullable: boolean;
  readonly items: ScalarType;
  readonly isNull: Truth;
  readonly isNotNull: Truth;
  /** Includes nulls. */
  readonly length: SqlScalar | Refusal;
  /**
   * Rows with an element equal to one of the constants; strings compare by code points. An index can serve it. Undefined if
   * the elements must be compared one by one.
   */
  readonly containing: (constants: readonly Constant[]) => Extent | undefined;
  /** Rows with an element for which the test is true. */
  readonly some: (test: (element: SqlScalar) => Truth) => Truth;
  /** The other rows, including rows whose list is null. */
  readonly none: (test: (element: SqlScalar) => Truth) => Truth;
}

/** A map in the database, or null. */
export interface SqlMap {
  readonly nullable: boolean;
  readonly isNull: Truth;
  readonly isNotNull: Truth;
  readonly length: SqlScalar | Refusal;
  /** Rows with an entry for which the test is true. Values are passed as their string forms. */
  readonly some: (test: (key: SqlScalar, value: SqlScalar) => Truth) => Truth;
  readonly none: (test: (key: SqlScalar, value: SqlScalar) => Truth) => Truth;
}

export interface SqlOperand {
  readonly type: ValueType;
  readonly comparison: Comparison | undefined;
  /** Undefined if the value depends on the row. `inMemory` is its `Operand`; naming the type would be an import cycle. */
  readonly constant: { readonly value: Value; readonly inMemory: object } | undefined;
  /** Refused for lists and for types that the database does not support. */
  readonly scalar: () => SqlScalar | Refusal;
  readonly list: () => SqlList | Refusal;
  readonly map: () => SqlMap | Refusal;
  readonly condition: () => SqlCondition;
  /** Never unknown. */
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

/** The operations of a dialect. Two values passed together have comparable types. */
export interface Port {
  readonly and: (parts: readonly Truth[]) => Truth;
  readonly or: (parts: readonly Truth[]) => Truth;
  /** Rows for which the truth is false or unknown. */
  readonly isNotTrue: (truth: Truth) => Truth;
  readonly isNull: (value: SqlScalar) => Truth;
  readonly isNotNull: (value: SqlScalar) => Truth;

  /** Passed as a parameter. */
  readonly constant: (value: Value, type: ScalarType) => SqlScalar;
  /** Compares numbers, booleans, dates or times. Constants are passed by value, so that they can be rounded exactly. */
  readonly compare: (relation: RelationName, left: SqlScalar, right: SqlScalar | Constant) => SqlCondition;
  readonly compareTexts: (
    relation: RelationName,
    left: SqlScalar,
    right: SqlScalar | Constant,
    collation: CollationChoice,
  ) => SqlCondition;
  /** Strings compare by code points by default. */
  readonly oneOf: (
    value: SqlScalar,
    constants: readonly Constant[],
    collation?: CollationChoice,
  ) => SqlCondition;

  /** The string form of a value. */
  readonly textOf: (value: SqlScalar) => SqlScalar | Refusal;
  readonly search: (
    kind: SearchKind,
    text: SqlScalar,
    part: SqlScalar | Constant,
    collation: CollationChoice,
  ) => SqlCondition;
  readonly isBlank: (text: SqlScalar) => SqlCondition;
  /** Whether the whole string matches a pattern in RE2 syntax. */
  readonly matches: (text: SqlScalar, pattern: string) => SqlCondition;
  readonly codePointLength: (text: SqlScalar) => SqlScalar | Refusal;
  /** Arguments of `substr`. Without `count`, the slice reaches to the end. */
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

  /** Null if the condition is unknown. */
  readonly truthValue: (condition: SqlCondition) => SqlScalar | Refusal;
  readonly conditionOf: (value: SqlScalar) => SqlCondition;
}

/** A value that does not depend on the row. */
export interface Constant {
  readonly value: Exclude<Value, null>;
  readonly type: ScalarType;
}

export interface CollationChoice {
  readonly comparison: Comparison;
  readonly locale: string | undefined;
}

export function isRefusal(result: object): result is Refusal {
  return Object.hasOwn(result, "refused");
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
 * A condition that the database cannot evaluate.
 *
 * @param upper True for every row for which the condition is not unknown.
 */
export function undecided(reason: string | undefined, upper: Truth = true): SqlCondition {
  return { isTrue: { upper, lower: false }, isFalse: { upper, lower: false }, reason };
}
