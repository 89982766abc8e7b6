import { ownProperty } from "../../values/own-properties.ts";
import type { FunctionParameter, Signature } from "./types.ts";

/**
 * Describes how a function is called. Optional arguments are in brackets.
 *
 * @example signatureText("substr", signature) // "substr(e,start[,length])"
 */
export function signatureText(name: string, signature: Signature): string {
  let text = "";
  for (const [i, parameter] of signature.parameters.entries()) {
    const comma = i === 0 ? "" : ",";
    text += isOptional(parameter) ? `[${comma}${parameter.name}]` : comma + parameter.name;
  }
  return `${name}(${text}${ownProperty(signature, "rest") === undefined ? "" : "[,…]"})`;
}

export function isOptional(parameter: FunctionParameter): boolean {
  return ownProperty(parameter, "optional") === true;
}
