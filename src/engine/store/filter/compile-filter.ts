import type { Call, Expression } from "../../../ast/nodes.ts";
import { plan } from "../../../evaluator/plan.ts";
import { askedOf } from "./compared-column.ts";
import { codesCondition } from "./dictionary-tests.ts";
import { listsCondition } from "./list-tests.ts";
import { mapsCondition } from "./map-tests.ts";
import { numbersCondition, pairsOf } from "./number-tests.ts";
import type { Asked } from "../members/size-members.ts";
import type { Task } from "../tasks/task.ts";
import { textsCondition } from "./string-tests.ts";
import { allOf, anyOf, constantCondition, negated } from "./logic.ts";
import {
  membersOf,
  rowOperand,
  rowsCondition,
  type VectorCondition,
  type VectorContext,
} from "./row-test.ts";

/**
 * Compiles a checked tree into tests of whole columns. What names one member is asked of the member's column, what names
 * several of the rows that the rest leaves: the result is that of the row predicate in any case.
 */
export function compileVector(node: Expression, context: VectorContext): VectorCondition {
  return compile(plan(node, context.checked.functions), context);
}

/** Makes the columns that compiling a tree asks for. */
export function* makeColumns(node: Expression, context: VectorContext): Task<void> {
  for (const leaf of leavesOf(plan(node, context.checked.functions), context)) {
    const asked = askedOf(leaf, context);
    if (asked !== undefined) yield* context.columns.make(asked.member, asked.checked);
  }
}

function leavesOf(node: Expression, context: VectorContext): readonly Expression[] {
  return logicOf(node, context) === undefined
    ? [node]
    : (node as Call).args.flatMap((each) => leavesOf(each, context));
}

function logicOf(node: Expression, { checked }: VectorContext) {
  if (node.kind !== "call") return undefined;
  const { role } = checked.functions.get(node.callee)!;
  return role?.kind === "logic" ? role.operation : undefined;
}

function compile(node: Expression, context: VectorContext): VectorCondition {
  const logic = logicOf(node, context);
  if (node.kind !== "call" || logic === undefined) return compileLeaf(node, context);
  const conditions = node.args.map((argument) => compile(argument, context));
  switch (logic) {
    case "and":
      return allOf(conditions, context);
    case "or":
      return anyOf(conditions, context);
    case "not":
      return negated(conditions[0]!);
  }
}

function compileLeaf(node: Expression, context: VectorContext): VectorCondition {
  const asked = askedOf(node, context);
  if (asked === undefined) {
    if (membersOf(node, context).length > 0) return rowsCondition(node, context);
    const operand = rowOperand(node, context);
    return constantCondition(operand.isTrue()(undefined), operand.isFalse()(undefined));
  }
  return askColumn(asked, { ...context, checked: asked.checked }) ?? rowsCondition(node, context);
}

/** Undefined where the member has no column. */
function askColumn({ node, member }: Asked, context: VectorContext): VectorCondition | undefined {
  const column = context.columns.get(member, context.checked);
  if (column === undefined) return undefined;
  const pairs = node.kind === "call" ? pairsOf(node, context) : undefined;
  const isAskedOnce =
    column.kind === "codes" &&
    (column.values.length <= context.thresholds.smallDictionaryValues || pairs?.joins === "any");
  if (pairs !== undefined && !isAskedOnce) {
    const conditions = pairs.pairs.map((pair) => compileLeaf(pair, context));
    if (pairs.joins === "all") return allOf(conditions, context);
    return pairs.joins === "any" ? anyOf(conditions, context) : negated(conditions[0]!);
  }
  switch (column.kind) {
    case "codes":
      return codesCondition(node, member, column, context);
    case "numbers":
      return numbersCondition(node, member, column, context);
    case "texts":
      return textsCondition(node, member, column, context);
    case "lists":
      return listsCondition(node, member, column, context);
    case "maps":
      return mapsCondition(node, column, context);
  }
}
