import type { Expression } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import { restTest } from "./dictionary-tests.ts";
import type { TextColumn } from "../columns/string-column.ts";
import { soughtText } from "./search-call.ts";
import { askedText, searchTest, textTest, type Search } from "./string-search.ts";
import { cellOperand, type VectorCondition, type VectorContext } from "./row-test.ts";

/** A condition on one member whose texts are nearly all different. */
export function textsCondition(
  node: Expression,
  member: ResolvedMember,
  column: TextColumn,
  context: VectorContext,
): VectorCondition {
  const operand = cellOperand(node, member, context);
  const sought = soughtText(node, member, context);
  if (sought !== undefined) {
    const isTrue = textTest(column, sought, operand.isTrue(), context);
    return { isTrue: () => isTrue, isFalse: () => restTest(isTrue, column, context) };
  }
  const isFalse = () => askedText(column, operand.isFalse(), context);
  const searches = literalSearches(node, context);
  if (searches.length === 0) return { isTrue: () => askedText(column, operand.isTrue(), context), isFalse };
  return { isTrue: () => searchTest(column, searches, operand.isTrue(), context), isFalse };
}

/** Searches for the required literals of a pattern. Single characters are too frequent to help. */
function literalSearches(node: Expression, { checked }: VectorContext): Search[] {
  if (node.kind !== "call" || node.args.length !== 2) return [];
  const { role } = checked.functions.get(node.callee)!;
  if (role?.kind !== "pattern") return [];
  const pattern = node.args[role.patternIndex]!;
  const value = node.args[1 - role.patternIndex]!;
  if (value.kind !== "name" || pattern.kind !== "literal" || pattern.type !== "string") return [];
  const literals = role.requiredLiterals(pattern.value);
  if (literals === undefined) return [];
  const searches: Search[] = [
    { needle: literals.prefix, asks: "beginning", isEnough: false },
    { needle: literals.inner, asks: "part", isEnough: false },
  ];
  return searches.filter(({ needle }) => needle.length > 1 && needle.isWellFormed());
}
