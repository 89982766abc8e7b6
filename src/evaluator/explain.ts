import type { Expression } from "../ast/nodes.ts";
import { print } from "../ast/print.ts";
import type { CheckedFilter } from "../checker/checked.ts";
import type { Span } from "../diagnostics/span.ts";
import type { FunctionDefinition } from "../functions/definition/types.ts";
import type { Value } from "../values/types.ts";
import { compileOperand, type CompileScope } from "./operand.ts";
import type { EvaluateOptions } from "./predicate.ts";
import { ownProperties, ownProperty } from "../values/own-properties.ts";

/** What a node of a filter is for one row. */
export interface Explanation {
  /** The node's canonical text. */
  readonly text: string;
  readonly span: Span;
  /** Its value; null where it is unknown or not there. */
  readonly value: Value;
  /** Whether it decided what the node above it became. */
  readonly decisive: boolean;
  readonly children: readonly Explanation[];
}

export interface RowExplanation {
  /** Whether the row is kept. */
  readonly kept: boolean;
  readonly tree: Explanation;
  /** The first clause, in the order of the text, that kept the row out. Undefined if the row is kept. */
  readonly failed: Explanation | undefined;
}

/**
 * Says why a row is kept or not: the tree with each node's value, and the first clause that failed.
 *
 * @example explain(filter, { state: "open", size: 3 }).failed?.text // gt(size,10)
 */
export function explain(filter: CheckedFilter, row: unknown, options: EvaluateOptions = {}): RowExplanation {
  const scope: CompileScope = { checked: filter, locale: ownProperties(options).locale };
  const tree = explainNode(filter.expression, row, scope, true);
  const kept = tree.value === true;
  return { kept, tree, failed: kept ? undefined : firstFailure(tree, filter.expression, true, scope) };
}

function explainNode(node: Expression, row: unknown, scope: CompileScope, decisive: boolean): Explanation {
  const value = compileOperand(node, scope).read()(row);
  // An argument of `and` and `or` decides if the whole became what it is; elsewhere all arguments decide.
  const chooses = joinsConditions(logicOf(node, scope));
  const children =
    node.kind !== "call"
      ? []
      : node.args.map((argument) => {
          const child = explainNode(argument, row, scope, true);
          return chooses && child.value !== value ? { ...child, decisive: false } : child;
        });
  return { text: print(node), span: node.span, value, decisive, children };
}

/**
 * Goes down from a condition that is not what it had to be. `wanted` turns round below each negation.
 */
function firstFailure(
  tree: Explanation,
  node: Expression,
  wanted: boolean,
  scope: CompileScope,
): Explanation {
  if (node.kind !== "call") return tree;
  const logic = logicOf(node, scope);
  const { args } = node;
  if (logic === "negation") return firstFailure(tree.children[0]!, args[0]!, !wanted, scope);
  if (!joinsConditions(logic)) return tree;
  const blamed = tree.children.findIndex(({ value }) => value !== wanted);
  // Where each alternative failed, no single one is to blame.
  if (blamed < 0 || (logic === "any") === wanted) return tree;
  return firstFailure(tree.children[blamed]!, args[blamed]!, wanted, scope);
}

function logicOf(node: Expression, { checked }: CompileScope): FunctionDefinition["logic"] {
  return node.kind === "call" ? ownProperty(checked.functions.get(node.callee)!, "logic") : undefined;
}

function joinsConditions(logic: FunctionDefinition["logic"]): boolean {
  return logic === "all" || logic === "any";
}
