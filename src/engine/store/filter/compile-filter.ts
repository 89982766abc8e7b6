import type { Call, Expression } from "../../../ast/nodes.ts";
import { plan } from "../../../evaluator/plan.ts";
import { columnExpressionOf } from "./column-expression.ts";
import { dictionaryCondition } from "./dictionary-tests.ts";
import { listCondition } from "./list-tests.ts";
import { mapCondition } from "./map-tests.ts";
import { numberCondition, simplerComparisons } from "./number-tests.ts";
import type { ColumnExpression } from "../members/size-members.ts";
import type { Task } from "../tasks/task.ts";
import { stringCondition } from "./string-tests.ts";
import { allConditions, anyCondition, constantCondition, negatedCondition } from "./logic.ts";
import {
  membersOf,
  rowOperand,
  rowByRowCondition,
  type ColumnCondition,
  type FilterContext,
} from "./row-test.ts";

/**
 * Compiles a filter to tests of whole columns. Conditions on several members are evaluated row by row, on the
 * rows that match the other conditions. The result equals that of the row predicate.
 */
export function compileCondition(node: Expression, context: FilterContext): ColumnCondition {
  return compile(plan(node, context.checked.functions), context);
}

export function* makeColumns(node: Expression, context: FilterContext): Task<void> {
  for (const leaf of leavesOf(plan(node, context.checked.functions), context)) {
    const target = columnExpressionOf(leaf, context);
    if (target !== undefined) yield* context.columns.build(target.member, target.checked);
  }
}

function leavesOf(node: Expression, context: FilterContext): readonly Expression[] {
  return logicOf(node, context) === undefined
    ? [node]
    : (node as Call).args.flatMap((each) => leavesOf(each, context));
}

function logicOf(node: Expression, { checked }: FilterContext) {
  if (node.kind !== "call") return undefined;
  const { role } = checked.functions.get(node.callee)!;
  return role?.kind === "logic" ? role.operation : undefined;
}

function compile(node: Expression, context: FilterContext): ColumnCondition {
  const logic = logicOf(node, context);
  if (node.kind !== "call" || logic === undefined) return compileLeaf(node, context);
  const conditions = node.args.map((argument) => compile(argument, context));
  switch (logic) {
    case "and":
      return allConditions(conditions, context);
    case "or":
      return anyCondition(conditions, context);
    case "not":
      return negatedCondition(conditions[0]!);
  }
}

function compileLeaf(node: Expression, context: FilterContext): ColumnCondition {
  const target = columnExpressionOf(node, context);
  if (target === undefined) {
    if (membersOf(node, context).length > 0) return rowByRowCondition(node, context);
    const operand = rowOperand(node, context);
    return constantCondition(operand.isTrue()(undefined), operand.isFalse()(undefined));
  }
  return columnCondition(target, { ...context, checked: target.checked }) ?? rowByRowCondition(node, context);
}

/** Returns undefined if the member has no column. */
function columnCondition(
  { node, member }: ColumnExpression,
  context: FilterContext,
): ColumnCondition | undefined {
  const column = context.columns.get(member, context.checked);
  if (column === undefined) return undefined;
  const simpler = node.kind === "call" ? simplerComparisons(node, context) : undefined;
  const isEvaluatedPerValue =
    column.kind === "dictionary" &&
    (column.values.length <= context.thresholds.smallDictionaryValues || simpler?.logic === "any");
  if (simpler !== undefined && !isEvaluatedPerValue) {
    const conditions = simpler.calls.map((pair) => compileLeaf(pair, context));
    if (simpler.logic === "all") return allConditions(conditions, context);
    return simpler.logic === "any" ? anyCondition(conditions, context) : negatedCondition(conditions[0]!);
  }
  switch (column.kind) {
    case "dictionary":
      return dictionaryCondition(node, member, column, context);
    case "numbers":
      return numberCondition(node, member, column, context);
    case "strings":
      return stringCondition(node, member, column, context);
    case "lists":
      return listCondition(node, member, column, context);
    case "maps":
      return mapCondition(node, column, context);
  }
}
