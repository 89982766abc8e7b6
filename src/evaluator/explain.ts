import type { Expression } from "../ast/nodes.ts";
import { printNode } from "../ast/print.ts";
import { requireCheckedFilter, type CheckedFilter } from "../checker/checked.ts";
import type { Span } from "../diagnostics/span.ts";
import type { LogicRole } from "../functions/definition/role.ts";
import { ownProperties } from "../values/own-properties.ts";
import type { Value } from "../values/types.ts";
import { compileOperand, type CompileScope } from "./operand.ts";
import type { EvaluateOptions } from "./predicate.ts";

/** A node of a filter and its value for one row. */
export interface NodeExplanation {
  /** Canonical filter text of the node. */
  readonly text: string;
  readonly span: Span;
  /** Value of the node for the row. Null if it is unknown or missing. */
  readonly value: Value;
  /** Whether this node determined the value of its parent. */
  readonly decisive: boolean;
  readonly children: readonly NodeExplanation[];
}

export interface RowExplanation {
  readonly kept: boolean;
  readonly tree: NodeExplanation;
  /** First clause of the filter text that excluded the row. Undefined if the row is kept. */
  readonly failed: NodeExplanation | undefined;
}

/**
 * Explains why a filter keeps or excludes a row.
 *
 * @example explain(filter, { state: "open", size: 3 }).failed?.text // gt(size,10)
 */
export function explain(filter: CheckedFilter, row: unknown, options: EvaluateOptions = {}): RowExplanation {
  requireCheckedFilter(filter, "filter");
  const scope: CompileScope = { checked: filter, locale: ownProperties(options).locale };
  const tree = explainNode(filter.expression, row, scope, true);
  const kept = tree.value === true;
  return { kept, tree, failed: kept ? undefined : firstFailure(tree, filter.expression, true, scope) };
}

function explainNode(
  node: Expression,
  row: unknown,
  scope: CompileScope,
  decisive: boolean,
): NodeExplanation {
  const value = compileOperand(node, scope).read()(row);
  const operation = logicOperation(node, scope);
  // An argument of `and` or `or` is decisive if its value is the result. In other calls all arguments are.
  const joinsConditions = operation === "and" || operation === "or";
  const children =
    node.kind !== "call"
      ? []
      : node.args.map((argument) => {
          const child = explainNode(argument, row, scope, true);
          return joinsConditions && child.value !== value ? { ...child, decisive: false } : child;
        });
  return { text: printNode(node), span: node.span, value, decisive, children };
}

/**
 * Returns the first clause that makes the value of `tree` differ from `expected`. Below a `not`, the expected value is
 * inverted.
 */
function firstFailure(
  tree: NodeExplanation,
  node: Expression,
  expected: boolean,
  scope: CompileScope,
): NodeExplanation {
  if (node.kind !== "call") return tree;
  const operation = logicOperation(node, scope);
  const { args } = node;
  if (operation === undefined) return tree;
  if (operation === "not") return firstFailure(tree.children[0]!, args[0]!, !expected, scope);
  const failing = tree.children.findIndex(({ value }) => value !== expected);
  // If every argument contributes to the failure, such as all false arguments of an `or`, return the call itself.
  if (failing < 0 || (operation === "or") === expected) return tree;
  return firstFailure(tree.children[failing]!, args[failing]!, expected, scope);
}

function logicOperation(node: Expression, { checked }: CompileScope): LogicRole["operation"] | undefined {
  if (node.kind !== "call") return undefined;
  const { role } = checked.functions.get(node.callee)!;
  return role?.kind === "logic" ? role.operation : undefined;
}
