import type { Expression } from "../../../ast/nodes.ts";
import { sizeExpression, type ColumnExpression } from "../members/size-members.ts";
import { membersOf, type FilterContext } from "./row-test.ts";

/** Returns undefined if the expression names no member or several members. */
export function columnExpressionOf(node: Expression, context: FilterContext): ColumnExpression | undefined {
  const [member, ...otherMembers] = membersOf(node, context);
  if (member === undefined || otherMembers.length > 0) return undefined;
  const columnExpression = { node, member, checked: context.checked };
  return sizeExpression(columnExpression) ?? columnExpression;
}
