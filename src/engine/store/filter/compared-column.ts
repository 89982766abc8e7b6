import type { Expression } from "../../../ast/nodes.ts";
import { askedForSize, type Asked } from "../members/size-members.ts";
import { membersOf, type VectorContext } from "./row-test.ts";

/** What of which member's column an expression asks; undefined where it names no member, or several. */
export function askedOf(node: Expression, context: VectorContext): Asked | undefined {
  const [member, ...others] = membersOf(node, context);
  if (member === undefined || others.length > 0) return undefined;
  const asked = { node, member, checked: context.checked };
  return askedForSize(asked) ?? asked;
}
