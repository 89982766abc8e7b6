import type { Comparison, Strength } from "../../collation/order/strength.ts";
import type { CallToSql, SqlResult } from "./port.ts";
import type { ScalarType, Value, ValueType } from "../../values/types.ts";

/**
 * What the language knows of a function, all in one place. Checking, evaluation, help, documentation and the
 * conformance cases are derived from it.
 */
export interface FunctionDefinition {
  readonly name: string;
  readonly group: FunctionGroup;
  /** One sentence for people. */
  readonly summary: string;
  /** One sentence: what becomes of nulls. */
  readonly nulls: string;
  /** The ways to call it; most functions have one. */
  readonly signatures: readonly Signature[];
  readonly result: ScalarType;
  /** Whether a strength may stand first. */
  readonly strength: boolean;
  /** What it does to conditions, if it is made of nothing else: joins them so that all or any must hold, or negates one. */
  readonly logic?: "all" | "any" | "negation";
  /** How it asks whether values are equal, if it does. */
  readonly equality?: "equal" | "different" | "oneOf" | "element";
  /** What people who know other languages may call it; such a name gets it as a suggestion. */
  readonly aliases?: readonly string[];
  /** Whether a list argument is read "some element". */
  readonly someElement: boolean;
  /** At least one: each is run on every backend. */
  readonly examples: readonly Example[];
  readonly compile: (call: CallToCompile) => Compiled;
  /** What it is in a database. Without it, rows are fetched and decided in memory. */
  readonly toSql?: (call: CallToSql) => SqlResult;
}

export type FunctionGroup = "logic" | "comparison" | "text" | "pattern" | "value" | "service";

export interface Signature {
  readonly parameters: readonly Parameter[];
  /** Further arguments of one kind, none or any number. */
  readonly rest?: Parameter;
}

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly optional?: boolean;
  /** The least that a literal can be. */
  readonly minimum?: number;
}

/**
 * What an argument may be.
 *
 * | type | takes |
 * |---|---|
 * | `condition` | a boolean expression |
 * | `comparable` | a value that compares with the other comparable arguments |
 * | `text` | a string, or a boolean or number by its string form |
 * | `searched` | a text, or a list of values |
 * | `sought` | a text in a text that is searched, a value of a list that is |
 * | `pattern` | an RE2 pattern as a string literal |
 * | `integer` | a whole number |
 * | `sized` | a text, a list or a map |
 * | `map` | a map |
 * | `any` | anything |
 * | a scalar type | a value of that type |
 */
export type ParameterType =
  | "condition"
  | "comparable"
  | "text"
  | "searched"
  | "sought"
  | "pattern"
  | "sized"
  | "map"
  | "any"
  | ScalarType;

/** An example that is a test: what the filter, or the value, is for the row. */
export interface Example {
  readonly expression: string;
  readonly row: Readonly<Record<string, unknown>>;
  /** What the expression is for the row; null for unknown. */
  readonly is: boolean | number | string | null;
  readonly locale?: string;
}

/** A row as the caller gives it. */
export type Row = unknown;
export type Reader = (row: Row) => Value;
export type Test = (row: Row) => boolean;

/** A property of the row, or of an object in it. */
export interface Place {
  readonly key: string;
  /** The property of the object that `key` leads to. */
  readonly inner: string | undefined;
  /** Whether the caller vouches for the rows: then a property is read as such. */
  readonly plain: boolean;
}

/** A test of one value, list elements included: never true of null, of a list or of what it cannot read. */
export type ValueTest = (value: unknown) => boolean;

/** A test of a member, as `member-decision.ts` carries it out. Which of its parts count depends on what is asked; all have all, so that they are of one shape. */
export interface MemberTest {
  readonly place: Place;
  readonly asks: number;
  /** The text; of instants the first one, in the form that `IS_BETWEEN_INSTANTS` knows. */
  readonly text: string;
  /** The last instant in that form. */
  readonly last: string;
  readonly texts: ReadonlySet<unknown>;
  /** Numbers, both included: within, or outside, those. Never an infinity within. */
  readonly low: number;
  readonly high: number;
  /** Whether a number with a fraction is null. */
  readonly isWhole: boolean;
  readonly test: (text: string) => boolean;
  /** The test of whatever else the member holds: lists, and values of another kind. Never called with undefined. */
  readonly other: ValueTest;
}

/** An argument that is compiled. Each form is made when it is asked for. */
export interface Operand {
  /** What is known of its type before a row is seen. */
  readonly type: ValueType | undefined;
  /** How its texts are compared by default: a member's choice. */
  readonly comparison: Comparison | undefined;
  /** The value, if it depends on no row. */
  readonly constant: { readonly value: Value } | undefined;
  /** Where its raw value stands, if the operand is no more than what stands there. */
  readonly place: Place | undefined;
  /** Its value; null where it is unknown. */
  readonly read: () => Reader;
  /** `isTrue` as data, if it is no more than a test of what stands at a place: several of one place can be joined. */
  readonly memberTest?: (() => MemberTest | undefined) | undefined;
  /** As a condition: true, and not merely unknown or false. */
  readonly isTrue: () => Test;
  /** As a condition: false, and not merely unknown. */
  readonly isFalse: () => Test;
}

export interface CallToCompile {
  readonly operands: readonly Operand[];
  /** The strength that stood in the call. */
  readonly strength: Strength | undefined;
  readonly locale: string | undefined;
}

/** A compiled condition. */
export interface Condition {
  readonly isTrue: () => Test;
  readonly isFalse: () => Test;
  /** True, false, or null where it is unknown. It reads each argument once: two tests would read conditions within conditions twice at each level. */
  readonly read: () => Reader;
  /** See `Operand`. */
  readonly memberTest?: () => MemberTest | undefined;
}

/** A compiled function: a value, or a condition. */
export type Compiled =
  | {
      readonly read: () => Reader;
      readonly isTrue?: never;
      readonly isFalse?: never;
      readonly memberTest?: never;
    }
  | Condition;
