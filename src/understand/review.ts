import { requireExpression } from "../ast/validate.ts";
import { makeCall } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { printNode } from "../ast/print.ts";
import { check } from "../checker/check.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { FunctionTable } from "../functions/definition/function-table.ts";
import { ownProperties } from "../values/own-properties.ts";
import { alwaysMatches, neverMatches, type DecideOptions } from "./decide/decide.ts";

/** Maximum number of branches of an `or` that are reviewed, and default number of steps for each question. */
const maxBranches = 20;
const maxSteps = 20_000;

/**
 * Warns about a filter that no row or every row matches, and about branches of an `or` that no row matches. Only warns if that is
 * certain. Returns nothing for an expression with errors, and for `true` and `false` themselves.
 *
 * @example reviewFilter(tree of "and(gt(size,5),lt(size,3))", { catalog })[0].message // No row can match and(gt(size,5),lt(size,3)).
 */
export function reviewFilter(expression: Expression, options: DecideOptions = {}): readonly Diagnostic[] {
  requireExpression(expression, "expression");
  const { maximumSteps = maxSteps, ...others } = ownProperties(options);
  const decideOptions = { ...others, maximumSteps };
  if (expression.kind !== "call") return [];
  const { functions } = others;
  const checked = check(expression, others.catalog, functions === undefined ? {} : { functions });
  if (!checked.ok) return [];
  const tree = checked.filter.expression;
  if (neverMatches(tree, decideOptions).answer === "yes") return [neverMatching(expression)];
  if (alwaysMatches(tree, decideOptions).answer === "yes") {
    const message = `Every row matches ${show(printNode(expression))}.`;
    return [diagnostic("always-matches", expression.span, message)];
  }
  const branches: Expression[] = [];
  for (const { branch, condition } of branchesOf(tree, checked.filter.functions).slice(0, maxBranches)) {
    if (branch.kind !== "call" || branches.some((outer) => contains(outer, branch))) continue;
    if (neverMatches(condition, decideOptions).answer === "yes") branches.push(branch);
  }
  return branches.map(neverMatching);
}

function neverMatching(node: Expression): Diagnostic {
  return diagnostic("never-matches", node.span, `No row can match ${show(printNode(node))}.`);
}

function contains({ span: outer }: Expression, { span: inner }: Expression): boolean {
  return outer.start <= inner.start && inner.end <= outer.end && outer.end > 0;
}

interface Branch {
  readonly branch: Expression;
  /** The branch together with the conditions that it is joined with by `and`. */
  readonly condition: Expression;
}

/** Returns the branches of each `or` that is not inside of a negation, outer ones first. */
function branchesOf(node: Expression, functions: FunctionTable): readonly Branch[] {
  const role = node.kind === "call" ? functions.get(node.callee)?.role : undefined;
  if (node.kind !== "call" || role?.kind !== "logic" || role.operation === "not") return [];
  if (role.operation === "or")
    return node.args.flatMap((argument) => [
      { branch: argument, condition: argument },
      ...branchesOf(argument, functions),
    ]);
  return node.args.flatMap((argument, i) => {
    const siblings = node.args.filter((_, j) => j !== i);
    return branchesOf(argument, functions).map(({ branch, condition }) => ({
      branch,
      condition: makeCall(node.callee, undefined, [condition, ...siblings], branch.span),
    }));
  });
}
