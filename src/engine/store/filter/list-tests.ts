import type { Expression } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Member } from "../../../catalog/types.ts";
import { IS_ONE_OF, IS_STRING } from "../../../functions/in-memory/member-decision.ts";
import { elementsTest, noElementsTest, type MatchingElements } from "./element-tests.ts";
import { tableWhere } from "./code-ranges.ts";
import type { ListColumn } from "../columns/list-column.ts";
import { asTask, type Task } from "../tasks/task.ts";
import { cellOperand, rowByRowCondition, type ColumnCondition, type FilterContext } from "./row-test.ts";

/**
 * Compiles a condition on a list. If it means "some element matches", tests each distinct element once, as a
 * list of one element. The condition is then false for a list if it is false for each element.
 */
export function listCondition(
  node: Expression,
  member: ResolvedMember,
  column: ListColumn,
  context: FilterContext,
): ColumnCondition {
  if (!isOfElements(node, context)) return rowByRowCondition(node, context);
  const { offsets } = column;
  const matching = knownElements(node, member, column, context);
  if (matching !== undefined) {
    const test = elementsTest(
      offsets,
      asTask(() => [matching]),
      context,
    );
    return { isTrue: () => test, isFalse: () => noElementsTest(offsets, test, context) };
  }
  const operand = cellOperand(node, member, context);
  return {
    isTrue: () => {
      const holds = operand.isTrue();
      return elementsTest(offsets, () => matchingElements(column, holds), context);
    },
    isFalse: () => {
      const fails = operand.isFalse();
      const test = elementsTest(offsets, () => matchingElements(column, (cell) => !fails(cell)), context);
      return noElementsTest(offsets, test, context);
    },
  };
}

function* matchingElements(
  { elements }: ListColumn,
  matches: (cell: { readonly v: readonly unknown[] }) => boolean,
): Task<readonly MatchingElements[]> {
  const { values } = elements;
  const table = yield* tableWhere(values.length, 1, (code) => matches({ v: [values[code]] }));
  return [{ elements, table }];
}

/**
 * Returns the codes of the matching strings. Returns undefined unless the condition is false for all other
 * strings.
 */
function knownElements(
  node: Expression,
  member: ResolvedMember,
  { elements }: ListColumn,
  context: FilterContext,
): MatchingElements | undefined {
  const { type } = member;
  if (type.type !== "list" || type.items.type !== "string") return undefined;
  const items = { ...member.member, type: "string" } as Member;
  const test = cellOperand(node, { ...member, type: items, member: items }, context).memberTest?.();
  const strings =
    test?.kind === IS_STRING ? [test.text] : test?.kind === IS_ONE_OF ? [...test.texts] : undefined;
  if (strings === undefined) return undefined;
  const table = new Uint8Array(elements.values.length);
  for (const value of strings) {
    const code = elements.codeOf(value as string);
    if (code !== undefined) table[code] = 1;
  }
  return { elements, table };
}

/**
 * Returns whether the operands are one list and literals. If there are more than two operands, the list must
 * be first.
 */
function isOfElements(node: Expression, { checked }: FilterContext): boolean {
  if (node.kind !== "call") return false;
  const { role, someElement } = checked.functions.get(node.callee)!;
  if (!someElement || role === undefined) return false;
  const names = node.args.filter(({ kind }) => kind === "name");
  if (names.length !== 1 || node.args.some(({ kind }) => kind === "call")) return false;
  if (node.args.length === 2) return true;
  return role.kind === "comparison" && role.relation === "in" && node.args[0]!.kind === "name";
}
