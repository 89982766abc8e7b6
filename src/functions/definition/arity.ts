import { ownProperty } from "../../values/own-properties.ts";
import { isOptional } from "./signature-text.ts";
import type { FunctionDeclaration, FunctionParameter, Signature } from "./types.ts";

/**
 * Returns whether a call with this number of arguments is correct. A call of `and` or `or` with one argument counts as
 * correct, because lenient mode reads it as the argument.
 */
export function acceptsCount({ signatures, role }: FunctionDeclaration, count: number): boolean {
  if (count === 1 && role?.kind === "logic") return true;
  return signatures.some((signature) => fits(signature, count));
}

/** Returns the parameter of an argument in a call with `count` arguments; undefined if no signature has it. */
export function parameterOf(
  { signatures }: FunctionDeclaration,
  index: number,
  count: number,
): FunctionParameter | undefined {
  const signature = signatures.find((candidate) => fits(candidate, count));
  return signature && (signature.parameters[index] ?? ownProperty(signature, "rest"));
}

/** Returns whether a function takes any number of further arguments. */
export function isVariadic({ signatures }: FunctionDeclaration): boolean {
  return signatures.some((signature) => ownProperty(signature, "rest") !== undefined);
}

function fits(signature: Signature, count: number): boolean {
  const { parameters } = signature;
  const required = parameters.filter((parameter) => !isOptional(parameter)).length;
  return count >= required && (count <= parameters.length || ownProperty(signature, "rest") !== undefined);
}
