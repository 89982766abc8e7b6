import { isSegment } from "../../ast/spelling.ts";
import { isNull } from "../../values/read-path.ts";
import type { ScalarType, Value } from "../../values/types.ts";
import type { Example, FunctionDefinition, Operand, Reader } from "./types.ts";

/** What a service writes to add a function of its own. */
export interface ServiceFunction<P extends readonly ServiceParameter[], R extends ScalarType> {
  readonly name: string;
  /** One sentence for people. */
  readonly summary: string;
  readonly parameters: P;
  readonly result: R;
  readonly examples?: readonly Example[];
  /**
   * The function itself. It is called with values of the declared types alone: a null among the arguments makes the
   * result null without a call. Dates and times come as their text.
   */
  readonly evaluate: (...args: ArgumentsOf<P>) => ValueOfType<R> | null;
}

export interface ServiceParameter {
  readonly name: string;
  readonly type: ScalarType;
}

type ValueOfType<T extends ScalarType> = T extends "boolean"
  ? boolean
  : T extends "integer"
    ? number | bigint
    : T extends "number"
      ? number
      : string;

type ArgumentsOf<P extends readonly ServiceParameter[]> = { [I in keyof P]: ValueOfType<P[I]["type"]> };

/**
 * Defines a function of a service. Give it to the checker in its options; the language's own functions cannot be
 * replaced.
 *
 * @throws TypeError if the name is no identifier.
 * @example
 * const like = defineFunction({
 *   name: "like",
 *   summary: "True if the text matches, * standing for any text.",
 *   parameters: [{ name: "e", type: "string" }, { name: "pattern", type: "string" }],
 *   result: "boolean",
 *   evaluate: (text, pattern) => wildcard(pattern).test(text),
 * });
 */
export function defineFunction<const P extends readonly ServiceParameter[], R extends ScalarType>(
  given: ServiceFunction<P, R>,
): FunctionDefinition {
  if (!isSegment(given.name)) throw new TypeError(`${JSON.stringify(given.name)} is no name of a function.`);
  const evaluate = given.evaluate as (...args: unknown[]) => Value;
  return {
    name: given.name,
    group: "service",
    summary: given.summary,
    nulls: "Null if an argument is null.",
    signatures: [{ parameters: given.parameters }],
    result: given.result,
    strength: false,
    someElement: false,
    examples: given.examples ?? [],
    compile: ({ operands }) => {
      const types = given.parameters.map(({ type }) => type);
      return { read: () => callEach(operands, types, evaluate) };
    },
  };
}

function callEach(
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
    return isNull(result) ? null : result;
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
