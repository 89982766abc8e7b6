import type { Expression } from "tamis";

/**
 * Maximum number of literals, names and calls in the condition that the authorization rules add to a request: half of what a filter
 * can have, because families add conditions of their own.
 */
export const MAX_NODES = 1_000;

/** Returns the number of literals, names and calls of an expression. */
export function nodesIn(expression: Expression): number {
  if (expression.kind !== "call") return 1;
  return expression.args.reduce((sum, argument) => sum + nodesIn(argument), 1);
}
