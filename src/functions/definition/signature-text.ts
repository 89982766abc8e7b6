import { requireKind, requireText } from "../../diagnostics/require-argument.ts";
import { ownProperty } from "../../values/own-properties.ts";
import type { FunctionParameter, Signature } from "./types.ts";

/**
 * Describes how a function is called. Optional arguments are in brackets, and `…` stands for any number of further ones.
 *
 * @param count number of arguments of a call. A signature whose further arguments are rare has `…` only for calls that have them.
 * @example signatureText("substr", signature) // "substr(member, start[, length])"
 */
export function signatureText(name: string, signature: Signature, count = 0): string {
  requireText(name, "name");
  requireKind(signature, "signature", "a signature", "parameters");
  const { parameters } = signature;
  const words = parameters.map((parameter, i) => {
    const word = (i === 0 ? "" : ", ") + parameter.name;
    return isOptional(parameter) ? `[${word}]` : word;
  });
  const isRare = ownProperty(signature, "isRestRare") === true && count <= parameters.length;
  if (ownProperty(signature, "rest") !== undefined && !isRare) words.push(words.length === 0 ? "…" : ", …");
  return `${name}(${words.join("")})`;
}

export function isOptional(parameter: FunctionParameter): boolean {
  return ownProperty(parameter, "optional") === true;
}
