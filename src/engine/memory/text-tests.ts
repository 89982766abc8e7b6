import type { Expression } from "../../ast/nodes.ts";
import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import { matchFunction } from "../../functions/match.ts";
import { patternText } from "../../functions/in-memory/pattern-test.ts";
import { restTest } from "./codes-tests.ts";
import { neededTexts, type NeededText } from "./needed-text.ts";
import type { TextColumn } from "./text-column.ts";
import { soughtText } from "./sought-text.ts";
import { askedText, searchTest, textTest, type Search } from "./text-search.ts";
import { cellOperand, type VectorCondition, type VectorContext } from "./vector.ts";

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
  const needed = patternTexts(node, context);
  if (needed.length === 0) return { isTrue: () => askedText(column, operand.isTrue(), context), isFalse };
  const searches = needed.map(({ text, asks }): Search => ({ needle: text, asks, isEnough: false }));
  return { isTrue: () => searchTest(column, searches, operand.isTrue(), context), isFalse };
}

/** Texts that each text has that the pattern of a `match` matches. */
function patternTexts(node: Expression, { checked }: VectorContext): NeededText[] {
  if (node.kind !== "call" || checked.functions.get(node.callee) !== matchFunction) return [];
  const [value, pattern] = node.args;
  if (value?.kind !== "name" || pattern?.kind !== "literal" || node.args.length !== 2) return [];
  const source = patternText({ constant: { value: pattern.value } });
  return source === undefined ? [] : neededTexts(source);
}
