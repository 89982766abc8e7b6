import { strengthOf, type Call, type Expression, type Literal } from "../../ast/nodes.ts";
import { resolveMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Comparison } from "../../collation/order/strength.ts";
import { constantCallOf } from "../../functions/definition/constant-call.ts";
import type { DeclarationTable } from "../../functions/definition/function-table.ts";
import { isTemporal, type ValueType } from "../../values/types.ts";

export interface OperandScope {
  readonly catalog: Catalog | undefined;
  readonly functions: DeclarationTable;
}

/** Returns the type of an argument. Undefined for members without a catalog and for unknown functions. */
export function typeOf(node: Expression, { catalog, functions }: OperandScope): ValueType | undefined {
  switch (node.kind) {
    case "literal":
      return { type: node.type };
    case "name":
      return catalog && resolveMember(catalog, node.name)?.type;
    case "call": {
      const definition = functions.get(node.callee);
      return definition && { type: definition.result };
    }
  }
}

/** Returns whether an argument is a list whose elements a call tests. */
export function isList(node: Expression, scope: OperandScope): boolean {
  return typeOf(node, scope)?.type === "list";
}

/** Returns a literal, or the value of a call that is the same for all rows, such as `today()`. */
export function constantOfNode(node: Expression, { functions }: OperandScope): Literal | undefined {
  if (node.kind === "literal") return node;
  return node.kind === "call" ? constantCallOf(node, functions) : undefined;
}

/** Returns which words compare the arguments of a call. */
export function comparisonKind(
  args: readonly Expression[],
  scope: OperandScope,
): "value" | "temporal" | "text" {
  const types = args.map((argument) => elementName(typeOf(argument, scope)));
  if (types.some((type) => type !== undefined && isTemporal(type))) return "temporal";
  return types.includes("string") ? "text" : "value";
}

/** Returns whether a call compares a date-time, and dates therefore as their first instants. */
export function comparesDateTimes({ args }: Call, scope: OperandScope): boolean {
  return args.some((argument) => elementName(typeOf(argument, scope)) === "dateTime");
}

/**
 * Returns the strength at which a call compares strings, if it has one of its own or a member does. Undefined if no argument
 * can be a string.
 */
export function shownStrength(call: Call, scope: OperandScope): Comparison | undefined {
  const types = call.args.map((argument) => elementName(typeOf(argument, scope)));
  if (types.some((type) => type !== undefined && type !== "string")) return undefined;
  const callStrength = strengthOf(call);
  if (callStrength !== undefined) return callStrength;
  for (const argument of call.args) {
    if (argument.kind !== "name" || scope.catalog === undefined) continue;
    const strength = resolveMember(scope.catalog, argument.name)?.strength;
    if (strength !== undefined) return strength;
  }
  return undefined;
}

function elementName(type: ValueType | undefined): string | undefined {
  return type?.type === "list" ? elementName(type.items) : type?.type;
}
