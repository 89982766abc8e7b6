import type { Call, Expression } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import { plan } from "../../../evaluator/plan.ts";
import { countWork } from "../../../values/work.ts";
import type { Column } from "../columns/build-column.ts";
import type { MemberOfChecked } from "../columns/columns.ts";
import { pause, type Task } from "../tasks/task.ts";
import { cachedCondition } from "./cached-condition.ts";
import { columnExpressionOf } from "./column-expression.ts";
import type { ShapeConditions } from "./compiled-shapes.ts";
import { dictionaryCondition, isEvaluatedByValue } from "./dictionary-tests.ts";
import { listCondition } from "./list-tests.ts";
import { allTest, anyTest, constantTest } from "./logic.ts";
import { mapCondition } from "./map-tests.ts";
import { numberCondition, simplerComparisons } from "./number-tests.ts";
import {
  membersOf,
  rowByRowCondition,
  rowOperand,
  type ColumnCondition,
  type ColumnTest,
  type FilterContext,
} from "./row-test.ts";
import { stringCondition } from "./string-tests.ts";

/**
 * Compiles a filter to a test of whole columns, for the rows where the filter is true. Conditions on several members are
 * evaluated row by row, on the rows that match the other conditions. The result equals that of the row predicate.
 *
 * @param shape conditions that other filters of the same shape have compiled
 */
export function* compileTest(
  node: Expression,
  context: FilterContext,
  shape?: ShapeConditions,
): Task<ColumnTest> {
  return yield* compile(plan(node, context.checked.functions), "isTrue", context, shape);
}

/** Returns the members whose columns a filter needs. */
export function columnTargets(node: Expression, context: FilterContext): MemberOfChecked[] {
  const leaves = leavesOf(plan(node, context.checked.functions), context);
  return leaves.map((leaf) => columnExpressionOf(leaf, context)).filter((target) => target !== undefined);
}

function leavesOf(node: Expression, context: FilterContext): readonly Expression[] {
  return logicOf(node, context) === undefined
    ? [node]
    : (node as Call).args.flatMap((argument) => leavesOf(argument, context));
}

function logicOf(node: Expression, { checked }: FilterContext) {
  if (node.kind !== "call") return undefined;
  const { role } = checked.functions.get(node.callee)!;
  return role?.kind === "logic" ? role.operation : undefined;
}

/** Result for which a test finds the rows: a condition that is neither true nor false is unknown. */
type Side = keyof ColumnCondition;

function* compile(
  node: Expression,
  side: Side,
  context: FilterContext,
  shape?: ShapeConditions,
): Task<ColumnTest> {
  const logic = logicOf(node, context);
  if (node.kind === "call" && logic !== undefined)
    return yield* compileLogic(logic, node.args, side, context, shape);
  const compiledTest = shape?.reuse(node, side);
  if (compiledTest !== undefined) return compiledTest;
  const test = yield* compileLeaf(node, side, context);
  shape?.add(node, side, test);
  return test;
}

/** A negation swaps true and false. By De Morgan's laws, `and` is false where any of its conditions is. */
function* compileLogic(
  logic: "and" | "or" | "not",
  args: readonly Expression[],
  side: Side,
  context: FilterContext,
  shape?: ShapeConditions,
): Task<ColumnTest> {
  if (logic === "not")
    return yield* compile(args[0]!, side === "isTrue" ? "isFalse" : "isTrue", context, shape);
  const tests: ColumnTest[] = [];
  for (const argument of args) tests.push(yield* compile(argument, side, context, shape));
  return (logic === "and") === (side === "isTrue") ? allTest(tests, context) : anyTest(tests, context);
}

function* compileLeaf(node: Expression, side: Side, context: FilterContext): Task<ColumnTest> {
  yield* pause();
  countWork(UNITS_PER_CONDITION);
  const target = columnExpressionOf(node, context);
  if (target === undefined) {
    if (membersOf(node, context).length > 0) return rowByRowCondition(node, context)[side]();
    const operand = rowOperand(node, context);
    return constantTest(operand[side]()(undefined));
  }
  const { member } = target;
  const within = { ...context, checked: target.checked };
  const column = context.columns.get(member, target.checked);
  if (column === undefined) return rowByRowCondition(node, context)[side]();
  const simpler = target.node.kind === "call" ? simplerComparisons(target.node, within) : undefined;
  const isEvaluatedPerValue =
    column.kind === "dictionary" && (isEvaluatedByValue(column, context) || simpler?.logic === "or");
  if (simpler !== undefined && !isEvaluatedPerValue)
    return yield* compileLogic(simpler.logic, simpler.calls, side, within);
  const compileCondition = () => columnCondition(target.node, member, column, within)[side]();
  return cachedCondition(target.node, side, { member, column }, compileCondition, within);
}

/** Work of compiling a condition. */
const UNITS_PER_CONDITION = 2048;

function columnCondition(
  node: Expression,
  member: ResolvedMember,
  column: Column,
  context: FilterContext,
): ColumnCondition {
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
