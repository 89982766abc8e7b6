import type { Call } from "../ast/nodes.ts";
import { definitionOf, isProbableCount } from "./argument-fixes.ts";
import type { PartialExpression } from "./partial-tree.ts";

/**
 * Returns the calls whose closing parenthesis may stand too early: without it, the parts after the whole call become arguments, a
 * surplus parenthesis at the end of the text closes the whole call, and each function has arguments that it accepts.
 *
 * @example earlyEnds(or(eq(a,1)), [eq(b,2)]) // [or(eq(a,1))], for the text or(eq(a,1)),eq(b,2))
 */
export function earlyEnds(call: Call, followers: readonly PartialExpression[]): readonly Call[] {
  const { callee, args } = call;
  const ends: Call[] = [];
  // Without followers, the parenthesis of the call around this one stands beside its own: to remove either gives the same text.
  if (followers.length > 0 && !args.some(isSingle) && accepts(callee, args.length, followers))
    ends.push(call);
  for (const [i, argument] of args.entries()) {
    if (argument.kind === "call" && accepts(callee, i + 1, followers))
      ends.push(...earlyEnds(argument, args.slice(i + 1)));
    if (isSingle(argument)) break;
  }
  return ends;
}

/** Returns whether a call probably has so many arguments and these: `and` and `or` join conditions, other functions have values. */
function accepts(callee: string, count: number, followers: readonly PartialExpression[]): boolean {
  const definition = definitionOf(callee);
  const total = count + followers.length;
  if (definition === undefined || !isProbableCount(callee, total) || followers.some(isSingle)) return false;
  if (definition.role?.kind !== "logic") return !followers.some(isConditionCall);
  return (
    (definition.role.operation === "not" || total > 1) && !followers.some(({ kind }) => kind === "literal")
  );
}

function isConditionCall(node: PartialExpression): boolean {
  return node.kind === "call" && definitionOf(node.callee)?.result === "boolean";
}

/** Returns whether a part is an `and` or `or` with one argument: the other ones may stand after its parenthesis. */
export function isSingle(node: PartialExpression): boolean {
  return node.kind === "call" && node.args.length === 1 && /^(?:and|or)$/.test(node.callee);
}
