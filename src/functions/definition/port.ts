import type { Comparison, Strength } from "../../collation/order/strength.ts";
import type { ScalarType, Value, ValueType } from "../../values/types.ts";

/**
 * What functions ask of a database: some twenty operations that name no database and no SQL. A function says in terms of
 * these what it is there; a dialect says how each is written. Conditions come as they do in memory: where a condition
 * is surely true, and where it is surely false. So `not` swaps the two, nothing hangs on how an engine treats unknown,
 * and where an engine cannot say something exactly, a bound on either side is left.
 */

/** A piece of SQL. Only `src/sql` looks into it; functions hand it on. */
export interface Sql {
  readonly kind: "sql";
}

/** A condition of rows: SQL, or known beforehand. */
export type Truth = Sql | boolean;

/** Rows of which something holds, between two bounds; exact where both are the same. */
export interface Extent {
  /** True of every such row, and perhaps of others. */
  readonly upper: Truth;
  /** True of such rows alone, and perhaps not of all. */
  readonly lower: Truth;
}

/** A condition, its two sides apart. Rows of neither are unknown. */
export interface SqlCondition {
  readonly isTrue: Extent;
  readonly isFalse: Extent;
  /** Why it is not exact, in plain words without a full stop; undefined where a part of it has said so. */
  readonly reason?: string | undefined;
}

/** What a database cannot say. */
export interface Refusal {
  /** Why, in plain words without a full stop; empty where a part has said so. */
  readonly refused: string;
}

/** A single value in the database, null where there is none. */
export interface SqlScalar {
  readonly sql: Sql;
  readonly type: ScalarType;
  readonly nullable: boolean;
  readonly traits: Traits;
}

/** What is known of the values of a column beyond their type. A dialect uses what it can. */
export interface Traits {
  /** `ascii`: every text is of the characters U+0020 to U+007E. */
  readonly repertoire?: "ascii" | undefined;
  /** Digits of a second's fraction that are stored: every value is a multiple. Default 9. */
  readonly precision?: number | undefined;
  /** No value is NaN or infinite. */
  readonly finite?: boolean | undefined;
  /** The column compares its texts byte by byte, without a word more. */
  readonly binary?: boolean | undefined;
  /** How the value is held where the type has several forms; a dialect's own word. */
  readonly form?: string | undefined;
  /** Stored sort keys of its texts. */
  readonly keys?: readonly StoredKey[] | undefined;
}

/** A stored key of a text: see `KeyColumn` of the collation. */
export interface StoredKey {
  readonly sql: Sql;
  readonly locale: string;
  readonly strength: Strength;
  readonly version: string;
}

/** A list in the database; null where there is none. */
export interface SqlList {
  readonly nullable: boolean;
  readonly items: ScalarType;
  readonly isNull: Truth;
  readonly isNotNull: Truth;
  /** The number of elements, nulls counted. */
  readonly length: SqlScalar | Refusal;
  /**
   * Rows that have one of some constants as an element, texts compared by code points: what an index may serve; undefined
   * where it is to be said element by element.
   */
  readonly containing: (constants: readonly Constant[]) => Extent | undefined;
  /** Rows that have an element for which the test gives true. */
  readonly some: (test: (element: SqlScalar) => Truth) => Truth;
  /** Rows, those without the list among them, that have no such element. */
  readonly none: (test: (element: SqlScalar) => Truth) => Truth;
}

/** A map in the database; null where there is none. */
export interface SqlMap {
  readonly nullable: boolean;
  readonly isNull: Truth;
  readonly isNotNull: Truth;
  readonly length: SqlScalar | Refusal;
  /** Rows that have an entry for which the test gives true. Values are the string form of what is stored. */
  readonly some: (test: (key: SqlScalar, value: SqlScalar) => Truth) => Truth;
  readonly none: (test: (key: SqlScalar, value: SqlScalar) => Truth) => Truth;
}

/** An argument of a function that is compiled to SQL. */
export interface SqlOperand {
  readonly type: ValueType;
  readonly comparison: Comparison | undefined;
  /** What it is where it depends on no row; and the `Operand` of it in memory, which cannot be named here without a circle. */
  readonly constant: { readonly value: Value; readonly inMemory: object } | undefined;
  /** Its single value; a refusal where it has none, or none that the database can say. */
  readonly scalar: () => SqlScalar | Refusal;
  readonly list: () => SqlList | Refusal;
  readonly map: () => SqlMap | Refusal;
  readonly condition: () => SqlCondition;
  /** Whether it is null: never unknown. */
  readonly isNull: () => SqlCondition;
}

export interface CallToSql {
  readonly operands: readonly SqlOperand[];
  readonly strength: Strength | undefined;
  readonly locale: string | undefined;
  readonly port: Port;
}

/** A function in SQL: a condition, a value, or a refusal. */
export type SqlResult = SqlCondition | SqlScalar | Refusal;

export type RelationName = "eq" | "lt" | "le" | "gt" | "ge";
export type SearchKind = "contains" | "startsWith" | "endsWith";

/** What a dialect gives. Values that go in are of one type, or of two that compare; conditions that come out name their reason. */
export interface Port {
  readonly and: (parts: readonly Truth[]) => Truth;
  readonly or: (parts: readonly Truth[]) => Truth;
  /** Rows for which the truth is not true: false or unknown. */
  readonly isNotTrue: (truth: Truth) => Truth;
  readonly isNull: (value: SqlScalar) => Truth;
  readonly isNotNull: (value: SqlScalar) => Truth;

  /** A constant, bound as a parameter. */
  readonly constant: (value: Value, type: ScalarType) => SqlScalar;
  /** Numbers, booleans, dates and times. A constant is given by its value, so that bounds can be made exact. */
  readonly compare: (relation: RelationName, left: SqlScalar, right: SqlScalar | Constant) => SqlCondition;
  /** Texts at a strength or by code points. */
  readonly compareTexts: (
    relation: RelationName,
    left: SqlScalar,
    right: SqlScalar | Constant,
    collation: CollationChoice,
  ) => SqlCondition;
  /** Whether a value is one of some constants. Texts are compared by code points where nothing is said. */
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
  /** Whether the whole text matches a pattern in RE2 syntax. */
  readonly matches: (text: SqlScalar, pattern: string) => SqlCondition;
  readonly codePointLength: (text: SqlScalar) => SqlScalar | Refusal;
  /** `start` and `count` as `substr` has them; no count reaches to the end. */
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

  /** A condition as a boolean value, null where it is unknown. */
  readonly truthValue: (condition: SqlCondition) => SqlScalar | Refusal;
  /** A boolean value as a condition. */
  readonly conditionOf: (value: SqlScalar) => SqlCondition;
}

/** A value that depends on no row. */
export interface Constant {
  readonly value: Exclude<Value, null>;
  readonly type: ScalarType;
}

/** How texts compare: the comparison, and the locale whose rules apply. */
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

/** What holds of exactly the rows of which a truth is true. */
export function exactly(truth: Truth): Extent {
  return { upper: truth, lower: truth };
}

export function isExact({ upper, lower }: Extent): boolean {
  return upper === lower;
}

/** A condition that is exact on both sides. */
export function exactCondition(isTrue: Truth, isFalse: Truth): SqlCondition {
  return { isTrue: exactly(isTrue), isFalse: exactly(isFalse) };
}

/** A condition that is neither true nor false of any row. */
export const UNKNOWN_CONDITION: SqlCondition = exactCondition(false, false);

export function isExactCondition({ isTrue, isFalse }: SqlCondition): boolean {
  return isExact(isTrue) && isExact(isFalse);
}

/** A condition of which no more is known than that it needs something: `upper` holds wherever it is true or false. */
export function undecided(reason: string | undefined, upper: Truth = true): SqlCondition {
  return { isTrue: { upper, lower: false }, isFalse: { upper, lower: false }, reason };
}
