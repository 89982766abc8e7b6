import type { Literal } from "../../ast/nodes.ts";
import type { Comparison, Strength } from "../../collation/order/strength.ts";
import type { ScalarType, Value, ValueType } from "../../values/types.ts";
import type { CallToSql, SqlResult } from "./port.ts";
import type { DeclaredRole, FunctionRole } from "./role.ts";

/**
 * Everything about a function except its implementation. The parser, the checker, editors, help and the documentation use only
 * this part, so that a page with an editor does not load the code that runs functions.
 */
export interface FunctionDeclaration {
  readonly name: string;
  readonly group: FunctionGroup;
  /** Description for people who write filters, in one sentence. */
  readonly summary: string;
  /** Result for null arguments, described in one sentence. */
  readonly nulls: string;
  readonly signatures: readonly Signature[];
  readonly result: ScalarType;
  /** Whether a call may start with a strength, as in `eq($primary,name,'x')`. */
  readonly strength: boolean;
  /** Kind of the function. Absent if backends can only evaluate the function. */
  readonly role?: DeclaredRole;
  /** Names of the function in other languages, with the same arguments and result, in any case. They have a fix. */
  readonly aliases?: readonly string[];
  /** Names of functions in other languages that return the opposite of this function. Their fix adds `not(…)`. */
  readonly negatedAliases?: readonly string[];
  /** Names of functions in other languages whose arguments differ. The checker mentions this function, without a fix. */
  readonly relatedNames?: readonly string[];
  /** Whether the function, called with a list, is true if it is true for some element. */
  readonly someElement: boolean;
  /** At least one example. Tests run each example on every backend. */
  readonly examples: readonly Example[];
  /**
   * Computes the value of a call. Defined only for functions whose arguments are all literals: their calls are constants, which
   * backends receive as literals. The checked tree keeps the call.
   */
  readonly constant?: (args: readonly Literal[]) => Literal | InvalidArgument;
}

/**
 * Everything that tamis knows about a function. The checker, the evaluator, SQL, help, the documentation and the conformance
 * cases derive from it.
 */
export interface FunctionDefinition extends FunctionDeclaration {
  readonly role?: FunctionRole;
  readonly compile: (call: CallToCompile) => Compiled;
  /** Compiles a call to SQL. If absent, rows must be fetched and filtered in memory. */
  readonly toSql?: (call: CallToSql) => SqlResult;
}

/** Reason why a function has no value for its literals. */
export interface InvalidArgument {
  /** Index of the argument. */
  readonly argument: number;
  /** Sentence for people who write filters. */
  readonly message: string;
  /** Literals that were probably meant. Each becomes a fix. */
  readonly meant?: readonly Literal[];
}

export type FunctionGroup = "logic" | "comparison" | "text" | "pattern" | "value" | "service";

export interface Signature {
  readonly parameters: readonly FunctionParameter[];
  /** Parameter that accepts any number of further arguments. */
  readonly rest?: FunctionParameter;
  /** Whether few calls have further arguments, as `gt(1,size,10)` has. Help then does not mention them. */
  readonly isRestRare?: boolean;
}

export interface FunctionParameter {
  readonly name: string;
  readonly type: FunctionParameterType;
  readonly optional?: boolean;
  /** Minimum value of the argument, if it is a literal. */
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
  /** Expected result. Null if it is unknown. */
  readonly is: boolean | number | string | null;
  readonly locale?: string;
}

export type Reader = (row: unknown) => Value;
export type Test = (row: unknown) => boolean;

/** Path to a member that can be read directly: a property of the row, or of an object in the row. */
export interface RowProperty {
  readonly key: string;
  /** Property of the object at `key`. Undefined if the member is the property `key` itself. */
  readonly inner: string | undefined;
  /** Whether plain access such as `row[key]` is safe, because rows are declared as plain data. */
  readonly plain: boolean;
}

/** Tests a single value. Returns false for null, for lists and for unreadable values. */
export type ValueTest = (value: unknown) => boolean;

/**
 * A test of a member as data, for `compileValueTest` of `member-decision.ts`. The `kind` determines which fields are used. All tests
 * have all fields, so that V8 uses one hidden class for them.
 */
export interface MemberTest {
  readonly property: RowProperty;
  readonly kind: number;
  /** String to compare with or to search for. In a test of instants, the first matching instant. */
  readonly text: string;
  /** Last matching instant, in a test of instants. */
  readonly last: string;
  readonly texts: ReadonlySet<unknown>;
  /** Finite minimum of a numeric range, inclusive. */
  readonly low: number;
  /** Finite maximum of a numeric range, inclusive. */
  readonly high: number;
  /** Whether numbers with a fraction count as null. */
  readonly isWhole: boolean;
  readonly test: (text: string) => boolean;
  /** Tests values other than objects and lists. Never called with undefined. */
  readonly single: ValueTest;
  /** Tests lists and values of a JavaScript type that `kind` does not handle. Never called with undefined. */
  readonly other: ValueTest;
}

/** A compiled argument of a call. Its closures are created on first use. */
export interface Operand {
  /** Type of the value. Undefined if it depends on the row. */
  readonly type: ValueType | undefined;
  /** Default comparison of strings, if the argument is a member that declares one. */
  readonly comparison: Comparison | undefined;
  /** The value, if it is the same for all rows. Undefined if it depends on the row. */
  readonly constant: { readonly value: Value } | undefined;
  /** Path for direct access, if the argument is a suitable member. */
  readonly property: RowProperty | undefined;
  /** Creates a reader of the value. The reader returns null if the value is unknown. */
  readonly read: () => Reader;
  /** Returns the test of `isTrue` as data, if it tests a single member. Tests of the same member can then be merged. */
  readonly memberTest?: (() => MemberTest | undefined) | undefined;
  /** Like `memberTest`, for the test of `isFalse`. */
  readonly falseTest?: (() => MemberTest | undefined) | undefined;
  /** Creates a test that returns false if the value is unknown. */
  readonly isTrue: () => Test;
  /** Creates a test that returns true only if the value is false, not if it is unknown. */
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
   * Creates a reader that returns true, false, or null if unknown. It reads each argument once. Calling `isTrue` and
   * `isFalse` instead would double the reads of nested conditions per level.
   */
  readonly read: () => Reader;
  readonly memberTest?: (() => MemberTest | undefined) | undefined;
  readonly falseTest?: (() => MemberTest | undefined) | undefined;
}

/** A compiled call: a value or a condition. */
export type Compiled =
  | {
      readonly read: () => Reader;
      readonly isTrue?: never;
      readonly isFalse?: never;
      readonly memberTest?: never;
      readonly falseTest?: never;
    }
  | Condition;
