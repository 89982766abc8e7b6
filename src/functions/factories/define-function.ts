import { isSegment } from "../../ast/spelling.ts";
import { requireArgument, requireFunction } from "../../diagnostics/require-argument.ts";
import type { RequiredLiterals } from "../../pattern/required-literals.ts";
import { hasOwn, ownProperties } from "../../values/own-properties.ts";
import { isNullValue } from "../../values/read-path.ts";
import { SCALAR_TYPES, type ScalarType, type Value } from "../../values/types.ts";
import { readInstant } from "../in-memory/compare-values.ts";
import type { SearchRole } from "../definition/role.ts";
import type { Example, FunctionDefinition, FunctionParameter, Operand, Reader } from "../definition/types.ts";
import { declareSearch, implementSearch } from "./search.ts";

/** A function that a service adds and implements in JavaScript. */
export interface ServiceFunction<
  P extends readonly ServiceParameter[],
  R extends ScalarType,
  N extends string = string,
> {
  readonly name: N;
  /** Description for people who write filters, in one sentence. */
  readonly summary: string;
  readonly parameters: P;
  readonly result: R;
  readonly examples?: readonly Example[];
  /**
   * Computes the result. Receives only values of the declared types; dates and times are strings. If an argument is null,
   * the result is null without a call.
   */
  readonly evaluate: (...args: ArgumentsOf<P>) => ValueOfType<R> | null;
  /**
   * Returns strings that every string contains that matches the pattern, the second argument. Collections skip rows without
   * these strings. A wrong literal excludes matching rows.
   */
  readonly requiredLiterals?: (pattern: string) => Partial<RequiredLiterals>;
}

/**
 * A search like `contains`, `startsWith` or `endsWith` under another name, possibly at a fixed strength. It is evaluated,
 * indexed and compiled to SQL like the built-in functions.
 */
export interface ServiceSearch<N extends string = string> {
  readonly name: N;
  /** Description for people who write filters, in one sentence. */
  readonly summary: string;
  readonly role: SearchRole;
  readonly examples?: readonly Example[];
}

export interface ServiceParameter {
  readonly name: string;
  readonly type: ScalarType;
}

/** A definition whose name, parameters and result the compiler knows. The builder of queries has a typed method for it. */
export interface TypedFunctionDefinition<
  N extends string,
  P extends readonly FunctionParameter[],
  R extends ScalarType,
> extends FunctionDefinition {
  readonly name: N;
  readonly signatures: readonly [{ readonly parameters: P }];
  readonly result: R;
}

type TwoTexts = readonly [
  { readonly name: string; readonly type: "text" },
  { readonly name: string; readonly type: "text" },
];

type ValueOfType<T extends ScalarType> = T extends "boolean"
  ? boolean
  : T extends "integer"
    ? number | bigint
    : T extends "number"
      ? number
      : string;

type ArgumentsOf<P extends readonly ServiceParameter[]> = { [I in keyof P]: ValueOfType<P[I]["type"]> };

/**
 * Defines a function of a service. Pass it to the checker in the option `functions`. Built-in functions cannot be replaced.
 *
 * @throws TypeError if the name is not an identifier, if `evaluate` or a type is wrong, or if `requiredLiterals` is given for a
 *   function that does not take two strings and return a boolean.
 * @example
 * const like = defineFunction({
 *   name: "like",
 *   summary: "True if the string matches the pattern, in which * stands for any characters.",
 *   parameters: [{ name: "e", type: "string" }, { name: "pattern", type: "string" }],
 *   result: "boolean",
 *   evaluate: (text, pattern) => wildcard(pattern).test(text),
 *   requiredLiterals: (pattern) => ({ prefix: pattern.split("*", 1)[0] }),
 * });
 * @example
 * const mentions = defineFunction({
 *   name: "mentions",
 *   summary: "True if the string contains the other one, ignoring case and accents.",
 *   role: { kind: "search", search: "contains", strength: "primary" },
 * });
 */
export function defineFunction<const N extends string>(
  search: ServiceSearch<N>,
): TypedFunctionDefinition<N, TwoTexts, "boolean">;
export function defineFunction<
  const P extends readonly ServiceParameter[],
  R extends ScalarType,
  const N extends string = string,
>(evaluated: ServiceFunction<P, R, N>): TypedFunctionDefinition<N, P, R>;
export function defineFunction(
  definition: ServiceSearch | ServiceFunction<readonly ServiceParameter[], ScalarType>,
): FunctionDefinition {
  const ownDefinition = ownProperties(definition, "definition");
  if (typeof ownDefinition.name !== "string" || !isSegment(ownDefinition.name)) {
    throw new TypeError(
      `Invalid function name ${JSON.stringify(ownDefinition.name)}: use letters, digits and "_", starting with a letter.`,
    );
  }
  return hasOwn(ownDefinition, "role") ? searchOfService(ownDefinition) : evaluatedByService(ownDefinition);
}

function searchOfService({ name, summary, role, examples = [] }: ServiceSearch): FunctionDefinition {
  const { search, strength } = ownProperties(role);
  const declaration = declareSearch({
    name,
    group: "service",
    summary,
    role: ownProperties(role),
    parameter: "part",
    examples,
  });
  return implementSearch(declaration, search, strength);
}

function evaluatedByService(
  definition: ServiceFunction<readonly ServiceParameter[], ScalarType>,
): FunctionDefinition {
  const { name, summary, parameters, result, examples = [], requiredLiterals } = definition;
  const evaluate = definition.evaluate as (...args: unknown[]) => Value;
  requireFunction(evaluate, "evaluate");
  const types = parameters.map(({ type }) => type);
  for (const type of [...types, result])
    requireArgument(
      SCALAR_TYPES.includes(type),
      "type of a value",
      `one of ${SCALAR_TYPES.join(", ")}`,
      type,
    );
  if (requiredLiterals !== undefined && (types.join() !== "string,string" || result !== "boolean")) {
    throw new TypeError(
      `requiredLiterals of ${name} needs a function of two strings that returns a boolean, got (${types.join()}) => ${result}`,
    );
  }
  return {
    name,
    group: "service",
    summary,
    nulls: "Null if an argument is null.",
    signatures: [{ parameters }],
    result,
    strength: false,
    ...(requiredLiterals === undefined
      ? {}
      : { role: { kind: "pattern", patternIndex: 1, requiredLiterals: complete(requiredLiterals) } }),
    someElement: false,
    examples,
    compile: ({ operands }) => ({ read: () => callWithValues(operands, types, evaluate) }),
  };
}

function complete(partial: (pattern: string) => Partial<RequiredLiterals>) {
  return (pattern: string): RequiredLiterals => {
    const { prefix = "", inner = "" } = ownProperties(partial(pattern));
    return { prefix, inner };
  };
}

function callWithValues(
  operands: readonly Operand[],
  types: readonly ScalarType[],
  evaluate: (...args: unknown[]) => Value,
): Reader {
  const readers = operands.map((operand) => operand.read());
  return (row) => {
    const values: Value[] = [];
    for (const [i, read] of readers.entries()) {
      const value = read(row);
      if (value === null || !isOfType(value, types[i]!)) return null;
      values.push(value);
    }
    const result = evaluate(...values);
    // An instant that is no value is null in cursors and JSON, so it is null in orders too.
    return isNullValue(result) || (result instanceof Date && !readInstant("dateTime", result))
      ? null
      : result;
  };
}

function isOfType(value: Value, type: ScalarType): boolean {
  switch (type) {
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return typeof value === "bigint" || Number.isInteger(value);
    case "number":
      return typeof value === "number";
    case "string":
    case "date":
    case "time":
    case "dateTime":
      return typeof value === "string";
  }
}
