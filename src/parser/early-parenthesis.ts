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

/**
 * Returns whether the missing parenthesis of a call may belong into its last argument, and not to the end of the text.
 *
 * @example mayEndEarlier("or", [a, and(b,c,d)]) // true for the text or(a,and(b,c,d): or(a,and(b,c),d) may be meant
 */
export function mayEndEarlier(callee: string | undefined, args: readonly PartialExpression[]): boolean {
  const last = args.at(-1);
  const { some, none } = last === undefined ? NOWHERE_EARLIER : earlierEndsIn(last);
  return none || (some && isJoining(callee));
}

/**
 * Whether a parenthesis can be inserted into a call, so that the call then ends at a parenthesis before its own one. Its last arguments
 * are then arguments of the call around it: `some` or `none`.
 */
interface EarlierEnds {
  readonly some: boolean;
  readonly none: boolean;
}

const NOWHERE_EARLIER: EarlierEnds = { some: false, none: false };

/** Recursion is safe: the depth of a text is limited. */
function earlierEndsIn(node: PartialExpression): EarlierEnds {
  if (node.kind !== "call" && node.kind !== "partialCall") return NOWHERE_EARLIER;
  const { callee, args } = node;
  const joins = isJoining(callee);
  let [some, none] = [false, false];
  for (const [i, argument] of args.entries()) {
    const inner = earlierEndsIn(argument);
    if (i === args.length - 1) none = inner.none || (joins && inner.some);
    else some ||= joins && (inner.some || (inner.none && i > 0));
  }
  for (let count = args.length - 1; count > 0 && !some; count--) {
    const isCondition = isConditionCall(args[count]!) || (joins && args[count]!.kind === "name");
    if (!isCondition) break;
    some = isProbableCount(callee, count) && (!joins || count > 1);
  }
  return { some, none };
}

function isJoining(callee: string | undefined): boolean {
  return callee === "and" || callee === "or";
}

function isConditionCall(node: PartialExpression): boolean {
  return (
    (node.kind === "call" || node.kind === "partialCall") && definitionOf(node.callee)?.result === "boolean"
  );
}

/** Returns whether a part is an `and` or `or` with one argument: the other ones may stand after its parenthesis. */
export function isSingle(node: PartialExpression): boolean {
  return node.kind === "call" && node.args.length === 1 && isJoining(node.callee);
}

/** Returns whether a call has such a part at any depth. */
export function hasSingle(node: PartialExpression): boolean {
  return isSingle(node) || (node.kind === "call" && node.args.some(hasSingle));
}
