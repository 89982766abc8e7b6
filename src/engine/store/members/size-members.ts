import { name } from "../../../ast/constructors.ts";
import type { Expression, Name } from "../../../ast/nodes.ts";
import type { Member } from "../../../catalog/types.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Checked } from "../../../checker/checked.ts";
import { isScalarType } from "../../../values/types.ts";

/** How many elements or entries a member has: a whole number, and null where the member is null. */
export interface SizeMember extends ResolvedMember {
  readonly sizeOf: ResolvedMember;
}

export function isSize(member: ResolvedMember): member is SizeMember {
  return "sizeOf" in member;
}

/** A tree that is asked of a member. */
export interface Asked<M extends ResolvedMember = ResolvedMember> {
  readonly node: Expression;
  readonly member: M;
  readonly checked: Checked;
}

/**
 * A tree that asks a list, a map or an object for nothing but its length and whether it is null, as one that asks a
 * member which is that length. Undefined for any other tree.
 */
export function askedForSize({ node, member, checked }: Asked): Asked<SizeMember> | undefined {
  if (isScalarType(member.type.type)) return undefined;
  const size = name("size");
  const asking = replaced(node, checked, size);
  if (asking === undefined) return undefined;
  const sized = sizeOf(member);
  return { node: asking, member: sized, checked: { ...checked, members: new Map([[size, sized]]) } };
}

/** The tree with a name in place of what gives a length; undefined if the member is asked for anything else. */
function replaced(node: Expression, checked: Checked, size: Name): Expression | undefined {
  if (node.kind === "name") return undefined;
  if (node.kind === "literal") return node;
  const kind = checked.functions.get(node.callee)!.role?.kind;
  if (node.args[0]?.kind === "name") {
    if (kind === "measure") return size;
    if (kind === "nullTest") return { ...node, args: [size] };
  }
  const args = node.args.map((each) => replaced(each, checked, size));
  return args.every((each) => each !== undefined) ? { ...node, args } : undefined;
}

function sizeOf(member: ResolvedMember): SizeMember {
  const type = { ...member.member, type: "integer", members: undefined, strength: undefined } as Member;
  return { ...member, type, member: type, strength: undefined, sizeOf: member };
}
