import type { Comparison, Strength } from "../../collation/order/strength.ts";
import type { ScalarType, Value, ValueType } from "../../values/types.ts";
import type { CallToSql, SqlResult } from "./port.ts";
import type { FunctionRole } from "./role.ts";

/**
 * All that the language knows about a function. The checker, the evaluator, SQL, help, the documentation and the conformance
 * cases derive from it.
 */
export interface FunctionDefinition {
  readonly name: string;
  readonly group: FunctionGroup;
  /** One sentence for people who write filters. */
  readonly summary: string;
  /** One sentence: the result for null arguments. */
  readonly nulls: string;
  readonly signatures: readonly Signature[];
  readonly result: ScalarType;
  /** Whether a call may start with a strength, as in `eq($primary,name,'x')`. */
  readonly strength: boolean;
  /** Absent if backends can only evaluate the function. */
  readonly role?: FunctionRole;
  /** Names in other languages, for which the checker suggests the function. */
  readonly aliases?: readonly string[];
  /** Whether a list argument means "some element". */
  readonly someElement: boolean;
  /** At least one. Each example is run on every backend. */
  readonly examples: readonly Example[];
  readonly compile: (call: CallToCompile) => Compiled;
  /** Absent if the rows must be fetched and filtered in memory. */
  readonly toSql?: (call: CallToSql) => SqlResult;
}

export type FunctionGroup = "logic" | "comparison" | "text" | "pattern" | "value" | "service";

export interface Signature {
  readonly parameters: readonly FunctionParameter[];
  /** For any number of further arguments. */
  readonly rest?: FunctionParameter;
}

export interface FunctionParameter {
  readonly name: string;
  readonly type: FunctionParameterType;
  readonly optional?: boolean;
  /** Minimum value of a literal argument. */
  readonly minimum?: number;
}

/**
 * | type | accepts |
 * |---|---|
 * | `condition` | a boolean expression |
 * | `comparable` | a value that compares with the other comparable arguments |
 * | `text` | a string; or a boolean or number, by its string form |
 * | `searchable` | a text, or a list |
 * | `searchString` | a text if a text is searched, an element if a list is searched |
 * | `pattern` | an RE2 pattern as a string literal |
 * | `sized` | a text, a list or a map |
 * | `map` | a map |
 * | `any` | any value |
 * | a scalar type | a value of that type |
 */
export type FunctionParameterType =
  | "condition"
  | "comparable"
  | "text"
  | "searchable"
  | "searchString"
  | "pattern"
  | "sized"
  | "map"
  | "any"
  | ScalarType;

/** An example of a call. It is also a test. */
export interface Example {
  readonly expression: string;
  readonly row: Readonly<Record<string, unknown>>;
  /** Null if it is unknown. */
  readonly is: boolean | number | string | null;
  readonly locale?: string;
}

export type Reader = (row: unknown) => Value;
export type Test = (row: unknown) => boolean;

/** Can be read directly from the row, or from an object in the row. */
export interface RowProperty {
  readonly key: string;
  /** Property of the object at `key`. */
  readonly inner: string | undefined;
  /** Whether `row[key]` is safe, because rows are declared as plain data. */
  readonly plain: boolean;
}

/** Always false for null, for lists and for unreadable values. */
export type ValueTest = (value: unknown) => boolean;

/**
 * A test that `decide` of `member-decision.ts` runs. Its `kind` decides which fields count. All tests have all fields, so that
 * V8 uses one hidden class for them.
 */
export interface MemberTest {
  readonly property: RowProperty;
  readonly kind: number;
  /** String to compare with. For instants, the first one. */
  readonly text: string;
  /** Last instant. */
  readonly last: string;
  readonly texts: ReadonlySet<unknown>;
  /** Finite, inclusive. */
  readonly low: number;
  /** Finite, inclusive. */
  readonly high: number;
  /** Whether fractions count as null. */
  readonly isWhole: boolean;
  readonly test: (text: string) => boolean;
  /** Tests lists and values of an unexpected JavaScript type. Never called with undefined. */
  readonly other: ValueTest;
}

/** A compiled argument. Its functions are made on first use. */
export interface Operand {
  /** Undefined if it is not known before a row is read. */
  readonly type: ValueType | undefined;
  /** How the member's strings are compared by default. */
  readonly comparison: Comparison | undefined;
  /** Undefined if the value depends on the row. */
  readonly constant: { readonly value: Value } | undefined;
  /** Undefined if no member can be read directly. */
  readonly property: RowProperty | undefined;
  /** The reader returns null if the value is unknown. */
  readonly read: () => Reader;
  /** `isTrue` as data, if it tests one member. Tests of the same member can then be merged. */
  readonly memberTest?: (() => MemberTest | undefined) | undefined;
  /** Unknown is not true. */
  readonly isTrue: () => Test;
  /** Unknown is not false. */
  readonly isFalse: () => Test;
}

export interface CallToCompile {
  readonly operands: readonly Operand[];
  readonly strength: Strength | undefined;
  readonly locale: string | undefined;
}

export interface Condition {
  readonly isTrue: () => Test;
  readonly isFalse: () => Test;
  /**
   * Reads true, false, or null if unknown. Reads each argument once; calling both tests would read nested conditions twice per
   * level.
   */
  readonly read: () => Reader;
  readonly memberTest?: () => MemberTest | undefined;
}

/** A compiled call: a value or a condition. */
export type Compiled =
  | {
      readonly read: () => Reader;
      readonly isTrue?: never;
      readonly isFalse?: never;
      readonly memberTest?: never;
    }
  | Condition;
