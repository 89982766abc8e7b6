import type { Call } from "../ast/nodes.ts";
import { definitionOf, isProbableCount } from "./argument-fixes.ts";
import type { PartialExpression } from "./partial-tree.ts";

/** What is known of the parts that would become arguments of a call, if its closing parenthesis were removed. */
export interface Followers {
  readonly count: number;
  readonly hasSingle: boolean;
  readonly hasCondition: boolean;
  readonly hasLiteral: boolean;
}

export const NO_FOLLOWERS: Followers = { count: 0, hasSingle: false, hasCondition: false, hasLiteral: false };

export function withFollower(others: Followers, node: PartialExpression): Followers {
  return {
    count: others.count + 1,
    hasSingle: others.hasSingle || isSingle(node),
    hasCondition: others.hasCondition || isConditionCall(node),
    hasLiteral: others.hasLiteral || node.kind === "literal",
  };
}

/**
 * Returns the calls that may end too early. If the closing parenthesis of one is removed, the parts after the whole call become
 * arguments. A parenthesis at the end of the text, which closes nothing otherwise, then closes the whole call. Each function gets
 * arguments that it accepts. Takes time linear in the number of arguments.
 *
 * @example earlyEnds(or(eq(a,1)), [eq(b,2)]) // [or(eq(a,1))], for the text or(eq(a,1)),eq(b,2))
 */
export function earlyEnds(call: Call, followers: Followers): readonly Call[] {
  const { callee, args } = call;
  const ends: Call[] = [];
  const firstSingle = args.findIndex(isSingle);
  // Without followers, the parenthesis of the call around this one stands beside its own: to remove either gives the same text.
  if (followers.count > 0 && firstSingle < 0 && accepts(callee, args.length, followers)) ends.push(call);
  let rest = NO_FOLLOWERS;
  for (const [i, argument] of [...args.entries()].toReversed()) {
    const isBefore = firstSingle < 0 || i <= firstSingle;
    if (isBefore && argument.kind === "call" && accepts(callee, i + 1, followers))
      ends.push(...earlyEnds(argument, rest));
    rest = withFollower(rest, argument);
  }
  return ends;
}

/** Returns whether a call probably has so many arguments and these: `and` and `or` join conditions, other functions have values. */
function accepts(callee: string, count: number, followers: Followers): boolean {
  const definition = definitionOf(callee);
  const total = count + followers.count;
  if (definition === undefined || !isProbableCount(callee, total) || followers.hasSingle) return false;
  if (definition.role?.kind !== "logic") return !followers.hasCondition;
  return (definition.role.operation === "not" || total > 1) && !followers.hasLiteral;
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
  const role = definitionOf(callee)?.role;
  return role?.kind === "logic" && role.operation !== "not";
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
