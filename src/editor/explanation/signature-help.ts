import { ACCEPTED } from "../../functions/definition/accepts.ts";
import { isOptional, signatureText } from "../../functions/definition/signature-text.ts";
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
  const known = active.parameters.length;
  const isStrength = typed.startsWith("$");
  const activeParameter = isStrength
    ? undefined
    : call.index < known
      ? call.index
      : active.rest === undefined
        ? undefined
        : known;
  return {
    signatures: signatures.map((signature) => describeSignature(definition, signature)),
    activeSignature,
    activeParameter,
  };
}

/** Returns the text of a signature with the spans of its parameters. The last one is `…`, if there can be more. */
export function describeSignature(
  { name, summary }: FunctionDeclaration,
  signature: Signature,
): SignatureInformation {
  const label = signatureText(name, signature);
  const parameters: ParameterInformation[] = [];
  let at = name.length + 1;
  for (const [i, parameter] of signature.parameters.entries()) {
    // Skips the comma, and the bracket of an optional parameter.
    at += (i === 0 ? 0 : 1) + (isOptional(parameter) ? 1 : 0);
    const end = at + parameter.name.length;
    parameters.push({ span: { start: at, end }, documentation: capital(ACCEPTED[parameter.type]) });
    at = end + (isOptional(parameter) ? 1 : 0);
  }
  if (signature.rest !== undefined) {
    const start = label.lastIndexOf("…");
    const documentation = capital(ACCEPTED[signature.rest.type]);
    parameters.push({ span: { start, end: start + 1 }, documentation });
  }
  return { label, documentation: summary, parameters };
}

/** @example capital("a list") // "A list." */
function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
