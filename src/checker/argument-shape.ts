import type { Call, Expression } from "../ast/nodes.ts";
import { diagnostic } from "../diagnostics/diagnostic.ts";
import { alternatives } from "../diagnostics/suggest.ts";
import { isOptional, signatureText } from "../functions/definition/signature-text.ts";
import type { FunctionDeclaration, FunctionParameter, Signature } from "../functions/definition/types.ts";
import type { CheckContext } from "./context.ts";
import { fixesOfSurplus } from "./surplus-arguments.ts";

/** Facts about a signature that are needed for every call. Computed once per signature. */
export interface ArgumentShape {
  readonly parameters: readonly FunctionParameter[];
  /** Parameter for all arguments after the fixed ones; undefined if there must be none. */
  readonly rest: FunctionParameter | undefined;
  readonly minimum: number;
  readonly maximum: number;
  /** Number of parameters that are patterns. */
  readonly patterns: number;
  /** Whether arguments are compared with each other, or searched for in each other. */
  readonly compares: boolean;
}

const shapes = new WeakMap<Signature, ArgumentShape>();

export function argumentShapeOf(signature: Signature): ArgumentShape {
  let shape = shapes.get(signature);
  if (shape === undefined) shapes.set(signature, (shape = makeShape(signature)));
  return shape;
}

function makeShape(signature: Signature): ArgumentShape {
  const { parameters } = signature;
  const { rest } = signature;
  return {
    parameters,
    rest,
    minimum: parameters.filter((parameter) => !isOptional(parameter)).length,
    maximum: rest === undefined ? parameters.length : Infinity,
    patterns: parameters.filter(({ type }) => type === "pattern").length,
    compares: parameters.some(({ type }) => type === "comparable" || type === "searchString"),
  };
}

/** Returns whether a call with one argument is equivalent to the argument, as for `and` and `or`. */
export function joinsConditions(definition: FunctionDeclaration): boolean {
  const { role } = definition;
  return role?.kind === "logic" && role.operation !== "not";
}

export function parameterAt(
  { parameters, rest }: ArgumentShape,
  index: number,
): FunctionParameter | undefined {
  return index < parameters.length ? parameters[index] : rest;
}

/** Returns the number of arguments that a call matches with its patterns. */
export function stringsOf(signature: ArgumentShape, args: readonly Expression[]): number {
  return args.length - signature.patterns;
}

/** Returns the signatures of a function for a message: `substr(member, start[, length])`. */
export function usage(definition: FunctionDeclaration): string {
  return alternatives(definition.signatures.map((signature) => signatureText(definition.name, signature)));
}

/** Returns the signature with the number of arguments. Reports the call if there is none. */
export function chooseSignature(
  call: Call,
  definition: FunctionDeclaration,
  context: CheckContext,
): ArgumentShape | undefined {
  const shape = shapeFor(definition, call.args.length);
  if (shape === undefined) addWrongCount(call, definition, context);
  return shape;
}

export function shapeFor({ signatures }: FunctionDeclaration, count: number): ArgumentShape | undefined {
  for (let i = 0; i < signatures.length; i++) {
    const shape = argumentShapeOf(signatures[i]!);
    if (count >= shape.minimum && count <= shape.maximum) return shape;
  }
  return undefined;
}

function addWrongCount(call: Call, definition: FunctionDeclaration, context: CheckContext): void {
  const count = call.args.length;
  const argumentShapes = definition.signatures.map(argumentShapeOf);
  const counts = argumentShapes.map(({ minimum, maximum }) =>
    maximum === Infinity
      ? `at least ${minimum}`
      : minimum === maximum
        ? String(minimum)
        : `${minimum} to ${maximum}`,
  );
  const expected = alternatives(counts);
  const noun = expected === "1" || expected === "at least 1" ? "argument" : "arguments";
  const message = `${definition.name} takes ${expected} ${noun}, not ${count}: ${usage(definition)}.`;
  const largest = Math.max(...argumentShapes.map((shape) => shape.maximum));
  const extra = count > largest ? call.args.slice(largest) : [];
  // For missing arguments, the diagnostic points to the call.
  const span = extra.length > 0 ? { start: extra[0]!.span.start, end: extra.at(-1)!.span.end } : call.span;
  const fixes = extra.length === 0 ? [] : fixesOfSurplus(call, definition, context);
  context.add(diagnostic("wrong-argument-count", span, message, fixes));
}
