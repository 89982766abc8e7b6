import { name } from "../../../ast/constructors.ts";
import { withArguments } from "../../../ast/make-node.ts";
import type { Expression, Name } from "../../../ast/nodes.ts";
import type { Member } from "../../../catalog/types.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Checked } from "../../../checker/checked.ts";
import { isScalarType } from "../../../values/types.ts";
import { hasOwn } from "../../../values/own-properties.ts";

/**
 * Member that stands for the number of elements or entries of another member. Its value is null if the other
 * value is null.
 */
export interface SizeMember extends ResolvedMember {
  readonly sizeOf: ResolvedMember;
}

export function isSizeMember(member: ResolvedMember): member is SizeMember {
  return hasOwn(member, "sizeOf");
}

export interface ColumnExpression<M extends ResolvedMember = ResolvedMember> {
  readonly node: Expression;
  readonly member: M;
  readonly checked: Checked;
}

/**
 * Rewrites an expression that uses a list, map or object only in `length` and `isNull`. Returns undefined for
 * any other expression.
 */
export function sizeExpression({
  node,
  member,
  checked,
}: ColumnExpression): ColumnExpression<SizeMember> | undefined {
  if (isScalarType(member.type.type)) return undefined;
  const size = name("size");
  const replaced = replaceLength(node, checked, size);
  if (replaced === undefined) return undefined;
  const sized = sizeOf(member);
  return { node: replaced, member: sized, checked: { ...checked, members: new Map([[size, sized]]) } };
}

/**
 * Replaces calls of `length`, and operands of `isNull`, by `size`. Returns undefined if the member is used in
 * any other way.
 */
function replaceLength(node: Expression, checked: Checked, size: Name): Expression | undefined {
  if (node.kind === "name") return undefined;
  if (node.kind === "literal") return node;
  const kind = checked.functions.get(node.callee)!.role?.kind;
  if (node.args[0]?.kind === "name") {
    if (kind === "measure") return size;
    if (kind === "nullTest") return withArguments(node, [size]);
  }
  const args = node.args.map((argument) => replaceLength(argument, checked, size));
  return args.every((argument) => argument !== undefined) ? withArguments(node, args) : undefined;
}

function sizeOf(member: ResolvedMember): SizeMember {
  const type = { ...member.member, type: "integer", members: undefined, strength: undefined } as Member;
  return { ...member, type, member: type, strength: undefined, sizeOf: member };
}
