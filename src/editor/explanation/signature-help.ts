import { ACCEPTED } from "../../functions/definition/accepts.ts";
import { signatureText } from "../../functions/definition/signature-text.ts";
import type { FunctionDeclaration, Signature } from "../../functions/definition/types.ts";
import { cursorAt } from "../syntax/cursor.ts";
import type { Environment } from "../contract/environment.ts";
import type { ParameterInformation, SignatureHelp, SignatureInformation } from "../contract/types.ts";

export function signatureHelpAt(
  text: string,
  offset: number,
  { functions }: Environment,
): SignatureHelp | undefined {
  const { calls, typed } = cursorAt(text, offset);
  // Parentheses without a function only group.
  const call = calls.findLast(({ callee }) => callee !== undefined);
  const definition = call?.callee === undefined ? undefined : functions.get(call.callee.text);
  if (call === undefined || definition === undefined) return undefined;
  const { signatures } = definition;
  const count = Math.max(call.index + 1, ...[...call.others.keys()].map((index) => index + 1));
  const fitting = signatures.findIndex(
    ({ parameters, rest }) => rest !== undefined || parameters.length >= count,
  );
  const activeSignature = Math.max(0, fitting);
  const active = signatures.at(activeSignature)!;
  const parameterCount = active.parameters.length;
  const isStrength = typed.startsWith("$");
  const activeParameter = isStrength
    ? undefined
    : call.index < parameterCount
      ? call.index
      : active.rest === undefined
        ? undefined
        : parameterCount;
  return {
    signatures: signatures.map((signature) => describeSignature(definition, signature, count)),
    activeSignature,
    activeParameter,
  };
}

/**
 * Returns the text of a signature with the spans of its parameters. The last one is `…`, if the text has it.
 *
 * @param count number of arguments of the call
 */
export function describeSignature(
  { name, summary }: FunctionDeclaration,
  signature: Signature,
  count: number,
): SignatureInformation {
  const label = signatureText(name, signature, count);
  const { parameters, rest } = signature;
  let at = name.length + 1;
  const words = label.endsWith("…)") && rest ? [...parameters, { ...rest, name: "…" }] : parameters;
  return {
    label,
    documentation: summary,
    parameters: words.map((word): ParameterInformation => {
      const start = label.indexOf(word.name, at);
      at = start + word.name.length;
      return { span: { start, end: at }, documentation: capitalize(ACCEPTED[word.type]) };
    }),
  };
}

/** @example capitalize("a list") // "A list." */
function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
