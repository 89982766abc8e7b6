import { withArguments } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { workingFixes } from "../diagnostics/working-fixes.ts";
import type { CheckContext, TreeChange } from "./context.ts";

/**
 * Maximum number of nodes that are checked again to try the fixes of one expression. It bounds the time for hostile
 * expressions. Fixes beyond it are not offered.
 */
export const MAXIMUM_RETRIED_NODES = 20_000;

/**
 * Removes the fixes that leave their mistake or make another one, such as a similar name of another type.
 *
 * @param tree the given tree, or the trees of all sort keys
 * @param check checks a changed tree
 */
export function withWorkingFixes<T>(
  { diagnostics, changes, nodes }: CheckContext,
  change: (change: TreeChange) => T,
  check: (tree: T) => readonly Diagnostic[],
): readonly Diagnostic[] {
  if (changes.size === 0) return diagnostics;
  let retried = 0;
  return workingFixes(diagnostics, (fix) => {
    const found = changes.get(fix);
    if (found === undefined) return NOTHING_LEFT;
    retried += nodes;
    return retried > MAXIMUM_RETRIED_NODES ? undefined : check(change(found));
  });
}

/** The result for fixes that need no trial: the correction that they write is already part of the checked tree. */
const NOTHING_LEFT: readonly Diagnostic[] = [];

/** Replaces one node, and shares all nodes that do not contain it. Nodes beyond a depth of `depth` are not replaced. */
export function replaceNode(tree: Expression, change: TreeChange, depth: number): Expression {
  if (tree === change.node) return change.replacement;
  if (tree.kind !== "call" || depth === 0) return tree;
  const { start, end } = change.node.span;
  const at = tree.args.findIndex(({ span }) => span.start <= start && span.end >= end);
  if (at < 0) return tree;
  const argument = replaceNode(tree.args[at]!, change, depth - 1);
  return argument === tree.args[at] ? tree : withArguments(tree, tree.args.with(at, argument));
}
