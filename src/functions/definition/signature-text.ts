import { ownProperty } from "../../values/own-properties.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { FunctionParameter, Signature } from "./types.ts";

/** A signature as people read it. */
export interface SignatureLabel {
  readonly text: string;
  /** Spans of the parameters in the text. The last one is that of `…`, if the text has it. */
  readonly spans: readonly Span[];
}

/**
 * Describes how a function is called. Optional arguments are in brackets, and `…` stands for any number of further ones.
 *
 * @param count number of arguments of a call. A signature whose further arguments are rare has `…` only for calls that have them.
 * @example signatureText("substr", signature) // "substr(member, start[, length])"
 */
export function signatureText(name: string, signature: Signature, count = 0): string {
  return labelSignature(name, signature, count).text;
}

export function labelSignature(name: string, signature: Signature, count = 0): SignatureLabel {
  const { parameters } = signature;
  const spans: Span[] = [];
  let text = `${name}(`;
  const add = (word: string, before: string) => {
    const start = text.length + before.length;
    spans.push({ start, end: start + word.length });
    text += before + word;
  };
  for (const [i, parameter] of parameters.entries()) {
    const comma = i === 0 ? "" : ", ";
    add(parameter.name, isOptional(parameter) ? `[${comma}` : comma);
    if (isOptional(parameter)) text += "]";
  }
  const isRare = ownProperty(signature, "isRestRare") === true && count <= parameters.length;
  if (ownProperty(signature, "rest") !== undefined && !isRare) add("…", parameters.length === 0 ? "" : ", ");
  return { text: `${text})`, spans };
}

export function isOptional(parameter: FunctionParameter): boolean {
  return ownProperty(parameter, "optional") === true;
}
