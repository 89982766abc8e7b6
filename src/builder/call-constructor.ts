import { isNode, notANode } from "../ast/brand.ts";
import { call } from "../ast/constructors.ts";
import type { Call } from "../ast/nodes.ts";
import type { Strength } from "../collation/order/strength.ts";
import { expressionAt, type Buildable } from "./to-literal.ts";

export type CallConstructor = (...args: readonly Buildable[]) => Call;

export function callConstructor(callee: string): CallConstructor {
  return (...args) =>
    call(
      callee,
      args.map((value, i) => expressionAt(value, i, callee)),
    );
}

/**
 * Returns a copy of a call that compares strings at the given strength.
 *
 * @throws TypeError for an unknown strength, and for a value that is not a call
 * @example print(at("primary", eq(name("name"), "STRASSE"))) // eq($primary,name,'STRASSE')
 */
export function at(strength: Strength, node: Call): Call {
  requireCall(node);
  return call(node.callee, node.args, strength);
}

function requireCall(node: unknown): asserts node is Call {
  if (!isNode(node) || node.kind !== "call") throw notANode("node", "a call", node);
}
