import { temporal } from "../ast/constructors.ts";
import { makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { requireMemberName } from "../ast/validate.ts";
import { memberSteps, typeOfSteps } from "../catalog/member-steps.ts";
import type { Catalog, Member } from "../catalog/types.ts";
import { requireArgument } from "../diagnostics/require-argument.ts";
import { NOWHERE } from "../diagnostics/span.ts";
import { temporalTypeOf } from "../values/temporal-spelling.ts";
import { isTemporal, type ValueType } from "../values/types.ts";
import type { FunctionShape } from "./function-shape.ts";
import { expressionAt, type Buildable } from "./to-literal.ts";

/** An argument of a call as a node. */
export interface TypedArgument {
  readonly node: Expression;
  /** Undefined without a catalog, and for functions that the builder does not know. */
  readonly type: ValueType | undefined;
  /** Member that the node names. */
  readonly member: Member | undefined;
}

/** Definitions of the functions and members that names refer to. */
export interface BuilderContext {
  readonly catalog: Catalog | undefined;
  readonly functions: ReadonlyMap<string, FunctionShape>;
}

/**
 * Returns the node of a member's name.
 *
 * @param argument the argument, for errors
 * @throws TypeError for an invalid name, and for a name that filters of the catalog cannot use
 */
export function memberArgument(
  path: unknown,
  argument: string,
  { catalog }: BuilderContext,
): TypedArgument & { readonly isSortable: boolean } {
  requireMemberName(path, argument);
  const node = makeName(path as string, NOWHERE);
  if (catalog === undefined) return { node, type: undefined, member: undefined, isSortable: true };
  const steps = memberSteps(catalog.members, node.name.split("."), ({ filterable }) => filterable);
  requireArgument(steps !== undefined, argument, `a member of ${catalog.name}`, path);
  const isSortable = steps.every(({ member }) => member.sortable);
  return { node, type: typeOfSteps(steps), member: steps.at(-1)!.member, isSortable };
}

/** Returns the node of an argument at which a string is the name of a member. */
export function operandArgument(
  value: Buildable,
  index: number,
  callee: string,
  context: BuilderContext,
): TypedArgument {
  return typeof value === "string"
    ? memberArgument(value, argumentOf(index, callee), context)
    : valueArgument(value, index, callee, undefined, context);
}

/**
 * Returns the node of an argument at which a string is a value. If it is compared with a date, a time or a date-time, the
 * string must be one, too. Without a catalog, strings are strings: they are never tested for dates.
 */
export function valueArgument(
  value: Buildable,
  index: number,
  callee: string,
  compared: ValueType | undefined,
  context: BuilderContext,
): TypedArgument {
  const expected = compared?.type === "list" ? compared.items : compared;
  const node =
    typeof value === "string" && expected !== undefined && isTemporal(expected.type)
      ? temporalLiteral(value, expected, argumentOf(index, callee))
      : expressionAt(value, index, callee);
  return typedNode(node, argumentOf(index, callee), context);
}

function temporalLiteral(text: string, expected: ValueType, argument: string): Expression {
  const type = temporalTypeOf(text);
  requireArgument(
    type !== undefined && (type === "time") === (expected.type === "time"),
    argument,
    `of type ${expected.type}`,
    text,
  );
  return temporal(type, text);
}

/** Returns a node of the caller with its type. Its names must be members of the catalog, too. */
export function typedNode(node: Expression, argument: string, context: BuilderContext): TypedArgument {
  if (context.catalog === undefined) return { node, type: undefined, member: undefined };
  if (node.kind === "name") return memberArgument(node.name, argument, context);
  if (node.kind === "literal") return { node, type: { type: node.type }, member: undefined };
  const result = context.functions.get(node.callee)?.result;
  return { node, type: result && { type: result }, member: undefined };
}

export function argumentOf(index: number, callee: string): string {
  return `argument ${index + 1} of ${callee}`;
}
