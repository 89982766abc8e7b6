import { withArguments } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import type { Diagnostic, Fix } from "../diagnostics/diagnostic.ts";
import { workingFixes } from "../diagnostics/working-fixes.ts";
import type { CheckContext, TreeChange } from "./context.ts";

/**
 * Maximum number of nodes that are checked again to try the fixes of one expression. It bounds the time for hostile
 * expressions. Fixes beyond it are not offered.
 */
export const MAXIMUM_RETRIED_NODES = 20_000;

/**
 * Removes the fixes that leave their mistake or make another one, such as a similar name of another type. If the similar name
 * uncovers one mistake with one fix, both are fixed together: `eq(nmae,5)` becomes `eq(name,'5')`.
 *
 * @param tree the given tree, or the trees of all sort keys
 * @param apply changes a tree
 * @param check checks a changed tree
 */
export function withWorkingFixes<T>(
  { diagnostics, changes, nodes }: CheckContext,
  tree: T,
  apply: (tree: T, change: TreeChange) => T,
  check: (tree: T) => CheckContext,
): readonly Diagnostic[] {
  if (changes.size === 0) return diagnostics;
  let retried = 0;
  let trial: { readonly tree: T; readonly context: CheckContext } | undefined;
  const retry = (before: T, change: TreeChange): readonly Diagnostic[] | undefined => {
    retried += nodes;
    if (retried > MAXIMUM_RETRIED_NODES) return undefined;
    const after = apply(before, change);
    trial = { tree: after, context: check(after) };
    return trial.context.diagnostics;
  };
  return workingFixes(
    diagnostics,
    (fix) => {
      const change = changes.get(fix);
      return change === undefined ? NOTHING_LEFT : retry(tree, change);
    },
    (fix, after) => {
      if (trial === undefined) return undefined;
      const [uncovered, ...others] = after.filter((each) => isNewError(each, diagnostics));
      const [second, ...alternatives] = uncovered?.fixes ?? [];
      const change = second && trial.context.changes.get(second);
      if (second === undefined || change === undefined) return undefined;
      if (others.length > 0 || alternatives.length > 0 || overlap(fix, second)) return undefined;
      const rest = retry(trial.tree, change);
      return rest && { fix: joined(fix, second), after: rest };
    },
  );
}

function isNewError({ code, severity, span }: Diagnostic, before: readonly Diagnostic[]): boolean {
  return severity === "error" && !before.some((each) => each.code === code && each.span.start === span.start);
}

function overlap(a: Fix, b: Fix): boolean {
  return a.edits.some(({ span }) =>
    b.edits.some((other) => other.span.start < span.end && span.start < other.span.end),
  );
}

/** @example joined(replace("Write name", …), replace("Write '5'", …)).title // "Write name and '5'" */
function joined(first: Fix, second: Fix): Fix {
  const rest = second.title.startsWith("Write ")
    ? second.title.slice("Write ".length)
    : second.title.toLowerCase();
  const edits = [...first.edits, ...second.edits].toSorted((a, b) => a.span.start - b.span.start);
  return { title: `${first.title} and ${rest}`, edits };
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
