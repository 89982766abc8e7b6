import { ownProperty } from "../../values/own-properties.ts";
import type { Parameter, Signature } from "./types.ts";

/**
 * How a function is called, for people; what can be left out is in brackets.
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

export function isOptional(parameter: Parameter): boolean {
  return ownProperty(parameter, "optional") === true;
}
