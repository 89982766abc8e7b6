import type { Comparison, Strength } from "../../collation/order/strength.ts";
import type { ScalarType, Value, ValueType } from "../../values/types.ts";
import type { CallToSql, SqlResult } from "./port.ts";
import type { FunctionRole } from "./role.ts";

/**
 * Everything the language knows about a function. The checker, the evaluator, SQL, help, the documentation and the
 * conformance cases derive from it.
 */
export interface FunctionDefinition {
  readonly name: string;
  readonly group: FunctionGroup;
  /** One sentence for people who write filters. */
  readonly summary: string;
  /** One sentence: the result for null arguments. */
  readonly nulls: string;
  /** Accepted argument lists. Most functions have one. */
  readonly signatures: readonly Signature[];
  readonly result: ScalarType;
  /** Whether a call may start with a strength, as in `eq($primary,name,'x')`. */
  readonly strength: boolean;
  /** What the function does, as data that backends act on. Absent if they can only evaluate the function. */
  readonly role?: FunctionRole;
  /** Names of the function in other languages. The checker suggests the function for them. */
  readonly aliases?: readonly string[];
  /** Whether a list argument means "some element". */
  readonly someElement: boolean;
  /** At least one. Each example is run on every backend. */
  readonly examples: readonly Example[];
  readonly compile: (call: CallToCompile) => Compiled;
  /** Compiles a call to SQL. Absent if the rows must be fetched and filtered in memory. */
  readonly toSql?: (call: CallToSql) => SqlResult;
}

export type FunctionGroup = "logic" | "comparison" | "text" | "pattern" | "value" | "service";

export interface Signature {
  readonly parameters: readonly FunctionParameter[];
  /** Parameter for any number of further arguments. */
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
 * Types of parameters:
 *
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
  /** Value of the expression for the row; null if it is unknown. */
  readonly is: boolean | number | string | null;
  readonly locale?: string;
}

export type Reader = (row: unknown) => Value;
export type Test = (row: unknown) => boolean;

/** Property of the row, or property of an object in the row, that can be read directly. */
export interface RowProperty {
  readonly key: string;
  /** Property of the object at `key`. */
  readonly inner: string | undefined;
  /** Whether rows are declared as plain data, so that `row[key]` is safe. */
  readonly plain: boolean;
}

/** Test of one value or list element. Always false for null, for lists and for unreadable values. */
export type ValueTest = (value: unknown) => boolean;

/**
 * Test of a member, as data. `decide` of `member-decision.ts` runs it. Its `kind` decides which fields count. All tests have
 * all fields, so that V8 uses one hidden class for them.
 */
export interface MemberTest {
  readonly property: RowProperty;
  readonly kind: number;
  /** String to compare with. For instants, the first one. */
  readonly text: string;
  /** Last instant. */
  readonly last: string;
  readonly texts: ReadonlySet<unknown>;
  /** Finite number, inclusive. */
  readonly low: number;
  /** Finite number, inclusive. */
  readonly high: number;
  /** Whether fractions count as null. */
  readonly isWhole: boolean;
  readonly test: (text: string) => boolean;
  /** Test of lists and of values of an unexpected JavaScript type. Never called with undefined. */
  readonly other: ValueTest;
}

/** A compiled argument. Its functions are made on first use. */
export interface Operand {
  /** Type, if it is known before a row is read. */
  readonly type: ValueType | undefined;
  /** Strength or order by which the member's strings are compared by default. */
  readonly comparison: Comparison | undefined;
  /** Value, if it does not depend on the row. */
  readonly constant: { readonly value: Value } | undefined;
  /** Property to read, if the operand is a member that can be read directly. */
  readonly property: RowProperty | undefined;
  /** Returns the reader of the value; null if it is unknown. */
  readonly read: () => Reader;
  /** `isTrue` as data, if it is a test of one member. Tests of the same member can then be merged. */
  readonly memberTest?: (() => MemberTest | undefined) | undefined;
  /** The test that the condition is true: neither unknown nor false. */
  readonly isTrue: () => Test;
  /** The test that the condition is false: not unknown. */
  readonly isFalse: () => Test;
}

export interface CallToCompile {
  readonly operands: readonly Operand[];
  /** Strength in the call. */
  readonly strength: Strength | undefined;
  readonly locale: string | undefined;
}

/** A compiled condition. */
export interface Condition {
  readonly isTrue: () => Test;
  readonly isFalse: () => Test;
  /**
   * Reader of the truth: true, false, or null if it is unknown. It reads each argument once. Calling both tests would
   * read nested conditions twice per level.
   */
  readonly read: () => Reader;
  /** See `Operand`. */
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
