import type { FunctionParameterType } from "../functions/definition/types.ts";
import type { SignatureShape } from "./function-shape.ts";

/** Parameters that never take a string literal: a string argument is the name of a member. */
const OPERANDS: readonly FunctionParameterType[] = ["condition", "searchable", "sized", "map", "any"];

/**
 * Returns whether a string argument is the name of a member. Otherwise it is a string literal. The first parameter that is
 * not a pattern is an operand, and so are further texts after a single text: `eq(member,value)`,
 * `matchAny(pattern,member,…)`.
 */
export function isOperand({ parameters, rest }: SignatureShape, index: number): boolean {
  const first = parameters.findIndex(({ type }) => type !== "pattern");
  const { type } = (parameters[index] ?? rest)!;
  return (
    index === first ||
    OPERANDS.includes(type) ||
    (index > first && !parameters[index] && !parameters[first + 1])
  );
}
