import { boolean, call } from "../ast/constructors.ts";
import type { Expression } from "../ast/nodes.ts";
import type { Catalog } from "../catalog/types.ts";
import type { Strength } from "../collation/order/strength.ts";
import { wrongArgument } from "../diagnostics/require-argument.ts";
import { describeValue } from "../diagnostics/describe-value.ts";
import { accepts } from "../functions/definition/accepts.ts";
import { comparable, hasText } from "../values/comparable.ts";
import type { ValueType } from "../values/types.ts";
import { ownProperty } from "../values/own-properties.ts";
import type { FunctionShape, ParameterShape, SignatureShape } from "./function-shape.ts";
import { isOperand } from "./operand-parameters.ts";
import type { Buildable } from "./to-literal.ts";
import {
  argumentOf,
  operandArgument,
  valueArgument,
  type BuilderContext,
  type TypedArgument,
} from "./typed-argument.ts";

/**
 * Builds a call of a function and checks its arguments by the signature of the function. With a catalog, it also checks the
 * types of the arguments. Patterns are not compiled: `check` finds their errors.
 *
 * `and` and `or` drop falsy arguments. With one argument, they return it. Without arguments, `and` is true and `or` is
 * false.
 *
 * @throws TypeError for a wrong number or type of arguments, and for a function that the catalog or a member does not allow
 * @throws RangeError for numbers out of range
 */
export function buildCall(
  shape: FunctionShape,
  strength: Strength | undefined,
  values: readonly unknown[],
  context: BuilderContext,
): Expression {
  const { name } = shape;
  const role = ownProperty(shape, "role");
  const joins = role?.kind === "logic" && role.operation !== "not";
  const args = (joins ? values.filter(Boolean) : values) as readonly Buildable[];
  if (joins && args.length === 0) return boolean(role.operation === "and");
  if (joins && args.length === 1) return conditionOf(args[0]!, name, context);
  requireAllowed(name, context.catalog);
  const signature = signatureFor(shape, args.length);
  const typed = typedArguments(args, shape, signature, context);
  return call(
    name,
    typed.map(({ node }) => node),
    strength,
  );
}

/** @throws TypeError for a function that the catalog does not allow */
export function requireAllowed(name: string, catalog: Catalog | undefined): void {
  if (catalog?.functions === undefined || catalog.functions.has(name)) return;
  throw new TypeError(`${catalog.name} does not allow the function ${name}`);
}

/** @throws TypeError for a value that is not a condition */
export function conditionOf(value: Buildable, name: string, context: BuilderContext): Expression {
  const { node, type } = operandArgument(value, 0, name, context);
  if (type !== undefined && type.type !== "boolean") throw notAccepted(0, name, "condition", type);
  return node;
}

function signatureFor({ name, signatures }: FunctionShape, count: number): SignatureShape {
  const match = signatures.find((signature) => {
    const { parameters } = signature;
    const required = parameters.filter((parameter) => ownProperty(parameter, "optional") !== true).length;
    return count >= required && (count <= parameters.length || ownProperty(signature, "rest") !== undefined);
  });
  if (match === undefined) throw new TypeError(`${name} does not take ${count} arguments`);
  return match;
}

function typedArguments(
  args: readonly Buildable[],
  shape: FunctionShape,
  signature: SignatureShape,
  context: BuilderContext,
): readonly TypedArgument[] {
  const { name } = shape;
  const typed: TypedArgument[] = [];
  for (let i = 0; i < args.length; i++) {
    const value = args[i]!;
    const parameter = (signature.parameters[i] ?? ownProperty(signature, "rest"))!;
    const compared = isCompared(parameter, typed) ? typed[0]?.type : ({ type: parameter.type } as ValueType);
    const argument = isOperand(signature, i)
      ? operandArgument(value, i, name, context)
      : valueArgument(value, i, name, compared, context);
    requireAccepted(argument, parameter, i, shape);
    if (isCompared(parameter, typed)) requireComparable(argument, typed, i, name);
    else if (parameter.type === "searchString" && argument.type !== undefined && !hasText(argument.type))
      throw notAccepted(i, name, "text", argument.type);
    const functions = argument.member?.functions;
    if (functions !== undefined && !functions.has(name))
      throw new TypeError(`${argumentOf(i, name)} is a member that does not allow ${name}`);
    typed.push(argument);
  }
  return typed;
}

/** Returns whether an argument is compared with the first one: in searches only if the first one is a list. */
function isCompared({ type }: ParameterShape, [first]: readonly TypedArgument[]): boolean {
  return type === "comparable" || (type === "searchString" && first?.type?.type === "list");
}

function requireAccepted(
  { node, type }: TypedArgument,
  parameter: ParameterShape,
  index: number,
  shape: FunctionShape,
): void {
  const { name } = shape;
  if (parameter.type === "pattern" && !(node.kind === "literal" && node.type === "string"))
    throw wrongArgument(argumentOf(index, name), "a pattern as a string", node);
  if (parameter.type === "integer" && node.kind === "literal" && node.type === "number") {
    const minimum = ownProperty(parameter, "minimum") ?? -Infinity;
    if ((typeof node.value === "number" && !Number.isInteger(node.value)) || node.value < minimum) {
      const bound = minimum === -Infinity ? "" : ` >= ${minimum}`;
      throw new RangeError(
        `${argumentOf(index, name)} must be an integer${bound}, got ${describeValue(node.value)}`,
      );
    }
  }
  if (type === undefined) return;
  const isAccepted =
    parameter.type === "condition" ? type.type === "boolean" : accepts(parameter, type, shape);
  if (!isAccepted) throw notAccepted(index, name, parameter.type, type);
}

/** Requires that the arguments are comparable with the first one that is not a literal. */
function requireComparable(
  { type }: TypedArgument,
  before: readonly TypedArgument[],
  index: number,
  name: string,
): void {
  const against = (before.find(({ node }) => node.kind !== "literal") ?? before[0])?.type;
  if (type === undefined || against === undefined || comparable(type, against)) return;
  throw notAccepted(index, name, against.type, type);
}

function notAccepted(index: number, name: string, expected: string, type: ValueType): TypeError {
  return new TypeError(`${argumentOf(index, name)} must be of type ${expected}, got ${type.type}`);
}
