import type { Call } from "../ast/nodes.ts";
import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import { alternatives } from "../diagnostics/suggest.ts";
import type { FunctionDefinition, Parameter, Signature } from "../functions/types.ts";
import type { CheckContext } from "./context.ts";

/** The least and the most arguments of a signature. */
export function arity(signature: Signature): { least: number; most: number } {
  const { parameters } = signature;
  let least = 0;
  for (let i = 0; i < parameters.length; i++) if (!isOptional(parameters[i]!)) least++;
  return { least, most: restOf(signature) === undefined ? parameters.length : Infinity };
}

/** The parameter that takes an argument. */
export function parameterAt(signature: Signature, index: number): Parameter | undefined {
  const { parameters } = signature;
  return index < parameters.length ? parameters[index] : restOf(signature);
}

/** How a function is called, for a sentence: `substr(e,start[,length])`. */
export function usage(definition: FunctionDefinition): string {
  return alternatives(definition.signatures.map((signature) => signatureText(definition.name, signature)));
}

export function signatureText(name: string, signature: Signature): string {
  const { parameters } = signature;
  const rest = restOf(signature);
  let text = "";
  for (const [i, parameter] of parameters.entries()) {
    const comma = i === 0 ? "" : ",";
    text += isOptional(parameter) ? `[${comma}${parameter.name}]` : comma + parameter.name;
  }
  return `${name}(${text}${rest === undefined ? "" : "[,…]"})`;
}

/** The signature that takes so many arguments, or what is wrong with their number. */
export function chooseSignature(call: Call, definition: FunctionDefinition, context: CheckContext): Signature | undefined {
  const count = call.args.length;
  for (const signature of definition.signatures) {
    const { least, most } = arity(signature);
    if (count >= least && count <= most) return signature;
  }
  const counts = definition.signatures.map((signature) => {
    const { least, most } = arity(signature);
    return most === Infinity ? `at least ${least}` : least === most ? String(least) : `${least} to ${most}`;
  });
  const wanted = alternatives(counts);
  const noun = wanted === "1" || wanted === "at least 1" ? "argument" : "arguments";
  const message = `${definition.name} takes ${wanted} ${noun}, not ${count}: ${usage(definition)}.`;
  const most = Math.max(...definition.signatures.map((signature) => arity(signature).most));
  const extra = count > most ? call.args.slice(most) : [];
  const before = call.args[most - 1];
  // Surplus arguments can be named; missing ones are nowhere.
  const span = extra.length > 0 ? { start: extra[0]!.span.start, end: extra.at(-1)!.span.end } : call.span;
  const fixes =
    extra.length > 0 && before !== undefined
      ? [replace("Remove what is too much", { start: before.span.end, end: extra.at(-1)!.span.end }, "")]
      : [];
  context.add(diagnostic("wrong-argument-count", span, message, fixes));
  return undefined;
}

function isOptional(parameter: Parameter): boolean {
  return Object.hasOwn(parameter, "optional") && parameter.optional === true;
}

// Own properties alone, as in `ownProperties`, but without a copy: this is asked for each argument of each call.
function restOf(signature: Signature): Parameter | undefined {
  return Object.hasOwn(signature, "rest") ? signature.rest : undefined;
}
