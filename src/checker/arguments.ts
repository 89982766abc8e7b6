import type { Call } from "../ast/nodes.ts";
import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import { alternatives } from "../diagnostics/suggest.ts";
import { isOptional, signatureText } from "../functions/definition/signature-text.ts";
import type { FunctionDefinition, FunctionParameter, Signature } from "../functions/definition/types.ts";
import type { CheckContext } from "./context.ts";

/** A signature as each call of it asks: made once, of the own properties of what was declared. */
export interface Shape {
  readonly parameters: readonly FunctionParameter[];
  /** Takes what is beyond the parameters. */
  readonly rest: FunctionParameter | undefined;
  /** The least and the most arguments. */
  readonly least: number;
  readonly most: number;
  /** Whether arguments are compared with each other, or sought in one another. */
  readonly compares: boolean;
}

const shapes = new WeakMap<Signature, Shape>();

export function shapeOf(signature: Signature): Shape {
  let shape = shapes.get(signature);
  if (shape === undefined) shapes.set(signature, (shape = makeShape(signature)));
  return shape;
}

function makeShape(signature: Signature): Shape {
  const { parameters } = signature;
  const { rest } = signature;
  return {
    parameters,
    rest,
    least: parameters.filter((parameter) => !isOptional(parameter)).length,
    most: rest === undefined ? parameters.length : Infinity,
    compares: parameters.some(({ type }) => type === "comparable" || type === "searchString"),
  };
}

/** Whether a function is `and`, `or` or their like: with one argument it is that argument. */
export function joinsConditions(definition: FunctionDefinition): boolean {
  const { role } = definition;
  return role?.kind === "logic" && role.operation !== "not";
}

/** The parameter that takes an argument. */
export function parameterAt({ parameters, rest }: Shape, index: number): FunctionParameter | undefined {
  return index < parameters.length ? parameters[index] : rest;
}

/** How a function is called, for a sentence: `substr(e,start[,length])`. */
export function usage(definition: FunctionDefinition): string {
  return alternatives(definition.signatures.map((signature) => signatureText(definition.name, signature)));
}

/** The signature that takes so many arguments, or what is wrong with their number. */
export function chooseSignature(
  call: Call,
  definition: FunctionDefinition,
  context: CheckContext,
): Shape | undefined {
  const shape = shapeFor(definition, call.args.length);
  if (shape === undefined) addWrongCount(call, definition, context);
  return shape;
}

/** The signature that takes so many arguments. */
export function shapeFor({ signatures }: FunctionDefinition, count: number): Shape | undefined {
  for (let i = 0; i < signatures.length; i++) {
    const shape = shapeOf(signatures[i]!);
    if (count >= shape.least && count <= shape.most) return shape;
  }
  return undefined;
}

function addWrongCount(call: Call, definition: FunctionDefinition, context: CheckContext): void {
  const count = call.args.length;
  const taken = definition.signatures.map(shapeOf);
  const counts = taken.map(({ least, most }) =>
    most === Infinity ? `at least ${least}` : least === most ? String(least) : `${least} to ${most}`,
  );
  const wanted = alternatives(counts);
  const noun = wanted === "1" || wanted === "at least 1" ? "argument" : "arguments";
  const message = `${definition.name} takes ${wanted} ${noun}, not ${count}: ${usage(definition)}.`;
  const most = Math.max(...taken.map((shape) => shape.most));
  const extra = count > most ? call.args.slice(most) : [];
  const before = call.args[most - 1];
  // Surplus arguments can be named; missing ones are nowhere.
  const span = extra.length > 0 ? { start: extra[0]!.span.start, end: extra.at(-1)!.span.end } : call.span;
  const fixes =
    extra.length > 0 && before !== undefined
      ? [replace("Remove what is too much", { start: before.span.end, end: extra.at(-1)!.span.end }, "")]
      : [];
  context.add(diagnostic("wrong-argument-count", span, message, fixes));
}
