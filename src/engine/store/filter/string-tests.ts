import type { Expression } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import { notMatchingTest } from "./dictionary-tests.ts";
import type { StringColumn } from "../columns/string-column.ts";
import { searchCallOf } from "./search-call.ts";
import { stringByStringTest, searchTest, searchCallTest, type StringSearch } from "./string-search.ts";
import { cellOperand, type ColumnCondition, type FilterContext } from "./row-test.ts";

export function stringCondition(
  node: Expression,
  member: ResolvedMember,
  column: StringColumn,
  context: FilterContext,
): ColumnCondition {
  const operand = cellOperand(node, member, context);
  const searchCall = searchCallOf(node, member, context);
  if (searchCall !== undefined) {
    const isTrue = searchCallTest(column, searchCall, operand.isTrue(), context);
    return { isTrue: () => isTrue, isFalse: () => notMatchingTest(isTrue, column, context) };
  }
  const isFalse = () => stringByStringTest(column, operand.isFalse(), context);
  const searches = literalSearches(node, context);
  if (searches.length === 0)
    return { isTrue: () => stringByStringTest(column, operand.isTrue(), context), isFalse };
  return { isTrue: () => searchTest(column, searches, operand.isTrue(), context), isFalse };
}

/**
 * Returns searches for the literals that a pattern requires. Skips single characters, which are too frequent
 * to help.
 */
function literalSearches(node: Expression, { checked }: FilterContext): StringSearch[] {
  if (node.kind !== "call" || node.args.length !== 2) return [];
  const { role } = checked.functions.get(node.callee)!;
  if (role?.kind !== "pattern") return [];
  const pattern = node.args[role.patternIndex]!;
  const value = node.args[1 - role.patternIndex]!;
  if (value.kind !== "name" || pattern.kind !== "literal" || pattern.type !== "string") return [];
  const literals = role.requiredLiterals(pattern.value);
  if (literals === undefined) return [];
  const searches: StringSearch[] = [
    { searchString: literals.prefix, position: "start", isExact: false },
    { searchString: literals.inner, position: "anywhere", isExact: false },
  ];
  return searches.filter(({ searchString }) => searchString.length > 1 && searchString.isWellFormed());
}
