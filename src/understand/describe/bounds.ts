import { makeCall } from "../../ast/make-node.ts";
import { strengthOf, type Call, type Expression } from "../../ast/nodes.ts";
import { MIRRORED, type ComparisonName as Relation } from "../../functions/definition/comparisons.ts";
import type { RelationName } from "../../functions/definition/port.ts";
import { isList, type OperandScope } from "./operands.ts";

/** One bound of a range: `ge(size,1)`. */
export interface Bound {
  readonly call: Call;
  readonly subject: Expression;
  readonly limit: Expression;
  readonly relation: Relation;
}

/** Returns the two bounds of `lt(1,size,5)`. Undefined for other calls. */
export function boundsOfChain(call: Call, scope: OperandScope): readonly Bound[] | undefined {
  const role = scope.functions.get(call.callee)?.role;
  const [low, subject, high] = call.args;
  if (role?.kind !== "comparison" || call.args.length !== 3 || !ORDERS.has(role.relation)) return undefined;
  const isSimple = low!.kind === "literal" && subject!.kind !== "literal" && high!.kind === "literal";
  if (!isSimple || isList(subject!, scope)) return undefined;
  const relation = role.relation as RelationName;
  return [
    { call, subject: subject!, limit: low!, relation: MIRRORED[relation] },
    { call, subject: subject!, limit: high!, relation },
  ];
}

/** Returns the bound of a comparison with a literal. Undefined for other conditions. */
export function boundOf(node: Expression, { functions }: OperandScope): Bound | undefined {
  if (node.kind !== "call" || node.args.length !== 2) return undefined;
  const role = functions.get(node.callee)?.role;
  if (role?.kind !== "comparison" || !ORDERS.has(role.relation)) return undefined;
  const relation = role.relation as RelationName;
  const [left, right] = node.args as [Expression, Expression];
  if (right.kind === "literal" && left.kind !== "literal")
    return { call: node, subject: left, limit: right, relation };
  if (left.kind === "literal" && right.kind !== "literal")
    return { call: node, subject: right, limit: left, relation: MIRRORED[relation] };
  return undefined;
}

const ORDERS: ReadonlySet<string> = new Set<Relation>(["lt", "le", "gt", "ge"]);

export function callOfBound({ call, subject, limit, relation }: Bound): Call {
  return makeCall(relation, strengthOf(call), [subject, limit], call.span);
}

export function isLower({ relation }: Bound): boolean {
  return relation === "gt" || relation === "ge";
}
