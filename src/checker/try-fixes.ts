import { withArguments } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import type { Diagnostic, Fix } from "../diagnostics/diagnostic.ts";
import { workingFixes } from "../diagnostics/working-fixes.ts";
import type { DeclarationTable } from "../functions/definition/function-table.ts";
import type { CheckContext, TreeChange } from "./context.ts";

/**
 * Maximum number of nodes that are checked again to try the fixes of one expression. It bounds the time for hostile
 * expressions. Fixes beyond it are not offered.
 */
export const MAXIMUM_RETRIED_NODES = 20_000;

/**
 * Removes the fixes that do not correct their mistake or cause another one, such as a similar name of another type. If a fix
 * reveals one further mistake with one fix, both fixes are joined: `eq(nmae,5)` becomes `eq(name,'5')`.
 *
 * Each fix is tried on the condition around it: on an argument of `and`, `or` or `not`, or on a whole tree. The diagnostics outside
 * of a condition do not depend on its content.
 *
 * @param trees the given tree, or the expressions of all sort keys
 * @param check checks a changed condition. `index` is the one of its tree; the tree is a condition itself if `isWhole` is false.
 */
export function withWorkingFixes(
  fullContext: CheckContext,
  trees: readonly Expression[],
  check: (tree: Expression, index: number, isWhole: boolean) => CheckContext,
): readonly Diagnostic[] {
  const { diagnostics, changes, functions, limits } = fullContext;
  if (changes.size === 0) return diagnostics;
  let retried = 0;
  const checked = new Map<Expression, CheckContext>();
  if (trees.length === 1) checked.set(trees[0]!, fullContext);
  const checkedBefore = ({ index, condition }: Scope): CheckContext | undefined => {
    let context = checked.get(condition);
    if (context !== undefined || retried > MAXIMUM_RETRIED_NODES) return context;
    context = check(condition, index, condition === trees[index]);
    retried += context.nodes;
    checked.set(condition, context);
    return context;
  };
  let trial: { readonly tree: Expression; readonly context: CheckContext; readonly scope: Scope } | undefined;
  const retry = (before: Expression, scope: Scope, change: TreeChange): readonly Diagnostic[] | undefined => {
    retried += checked.get(scope.condition)!.nodes;
    if (retried > MAXIMUM_RETRIED_NODES) return undefined;
    const tree = replaceNode(before, change, limits.depth);
    const context = check(tree, scope.index, scope.condition === trees[scope.index]);
    trial = { tree, context, scope };
    return context.diagnostics;
  };
  return workingFixes(
    diagnostics,
    (fix) => {
      const change = changes.get(fix);
      if (change === undefined) return { before: diagnostics, after: NOTHING_LEFT };
      const scope = conditionAround(change.node, trees, functions, limits.depth);
      const earlier = scope && checkedBefore(scope);
      if (scope === undefined || earlier === undefined) return undefined;
      const { condition } = scope;
      const after = retry(condition, scope, change);
      return after && { before: earlier.diagnostics, after };
    },
    (fix, after) => {
      if (trial === undefined) return undefined;
      const before = checked.get(trial.scope.condition)!.diagnostics;
      const [uncovered, ...furtherErrors] = after.filter((error) => isNewError(error, before));
      const [second, ...alternatives] = uncovered?.fixes ?? [];
      const change = second && trial.context.changes.get(second);
      if (second === undefined || change === undefined) return undefined;
      if (furtherErrors.length > 0 || alternatives.length > 0 || overlap(fix, second)) return undefined;
      const remaining = retry(trial.tree, trial.scope, change);
      return remaining && { fix: joinFixes(fix, second), after: remaining };
    },
  );
}

interface Scope {
  /** Index of the tree. */
  readonly index: number;
  readonly condition: Expression;
}

/** Finds the innermost condition that contains a node. */
function conditionAround(
  target: Expression,
  trees: readonly Expression[],
  functions: DeclarationTable,
  depth: number,
): Scope | undefined {
  const index = trees.findIndex((tree) => isInside(target, tree));
  let condition = trees.at(index);
  if (index < 0 || condition === undefined) return undefined;
  let node: Expression | undefined = condition;
  for (let level = 0; level <= depth && node?.kind === "call" && node !== target; level++) {
    const role = functions.get(node.callee)?.role;
    // The checker replaces an `and` with one argument by the argument, so that argument is not a condition of its own.
    const isJoined = role?.kind === "logic" && (node.args.length > 1 || role.operation === "not");
    node = node.args.find((argument) => isInside(target, argument));
    if (isJoined && node !== undefined) condition = node;
  }
  return { index, condition };
}

function isInside(inner: Expression, { span }: Expression): boolean {
  return span.start <= inner.span.start && inner.span.end <= span.end;
}

function isNewError({ code, severity, span }: Diagnostic, before: readonly Diagnostic[]): boolean {
  return (
    severity === "error" && !before.some((known) => known.code === code && known.span.start === span.start)
  );
}

function overlap(a: Fix, b: Fix): boolean {
  return a.edits.some(({ span }) =>
    b.edits.some((edit) => edit.span.start < span.end && span.start < edit.span.end),
  );
}

/** @example joinFixes(replace("Write name", …), replace("Write '5'", …)).title // "Write name and '5'" */
function joinFixes(first: Fix, second: Fix): Fix {
  const ending = second.title.startsWith("Write ")
    ? second.title.slice("Write ".length)
    : second.title.toLowerCase();
  const edits = [...first.edits, ...second.edits].toSorted((a, b) => a.span.start - b.span.start);
  return { title: `${first.title} and ${ending}`, edits };
}

/** The result for fixes that need no trial: the correction that they write is already part of the checked tree. */
const NOTHING_LEFT: readonly Diagnostic[] = [];

/** Replaces one node, and shares all nodes that do not contain it. Nodes beyond a depth of `depth` are not replaced. */
function replaceNode(tree: Expression, change: TreeChange, depth: number): Expression {
  if (tree === change.node) return change.replacement;
  if (tree.kind !== "call" || depth === 0) return tree;
  const { start, end } = change.node.span;
  const at = tree.args.findIndex(({ span }) => span.start <= start && span.end >= end);
  if (at < 0) return tree;
  const argument = replaceNode(tree.args[at]!, change, depth - 1);
  return argument === tree.args[at] ? tree : withArguments(tree, tree.args.with(at, argument));
}
