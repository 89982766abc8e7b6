import { strengthOf, type Expression, type Name, type SortBy, type SortKey } from "../ast/nodes.ts";
import { makeSortKey } from "../ast/make-node.ts";
import { requireExpression, requireSortBy } from "../ast/validate.ts";
import { walk } from "../ast/walk.ts";
import type { Catalog } from "../catalog/types.ts";
import { isStrength } from "../collation/order/strength.ts";
import { diagnostic, hasErrors, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { unknownStrength } from "../ast/unknown-strength.ts";
import { describeType } from "../values/types.ts";
import { checkCondition, checkExpression } from "./check-expression.ts";
import {
  makeCheckedFilter,
  makeCheckedSortBy,
  type CheckedSortKey,
  type CheckOptions,
  type CheckResult,
  type CheckSortResult,
} from "./checked.ts";
import { CheckContext } from "./context.ts";
import { isSurelyCorrect } from "./fast-path.ts";
import { replaceNode, withWorkingFixes } from "./try-fixes.ts";
import { isComparable } from "../values/comparable.ts";

/**
 * Checks a tree against a catalog: names, types, functions, arguments, patterns and limits. Without a catalog
 * any name is accepted, and types are not checked.
 *
 * @throws TypeError for an object that is not a node, such as one from JSON: convert it with `fromJson`
 * @example
 * const { expression } = parseFilter("eq(nmae,'x')");
 * check(expression, reports).diagnostics[0].message // There is no member 'nmae' here. Did you mean 'name'?
 */
export function check(expression: Expression, catalog?: Catalog, options: CheckOptions = {}): CheckResult {
  requireExpression(expression, "expression");
  const quick = new CheckContext(catalog, options);
  const isRight = isSurelyCorrect(expression, quick);
  const context = isRight ? quick : new CheckContext(catalog, options);
  const read = isRight ? expression : checkCondition(expression, context, 0);
  const { functions, members } = context;
  if (hasErrors(context.diagnostics))
    return { ok: false, diagnostics: workingDiagnostics(expression, context, options) };
  return {
    ok: true,
    filter: makeCheckedFilter(read, { catalog, functions, members }),
    diagnostics: workingDiagnostics(expression, context, options),
  };
}

function workingDiagnostics(
  expression: Expression,
  context: CheckContext,
  options: CheckOptions,
): readonly Diagnostic[] {
  return withWorkingFixes(
    context,
    expression,
    (tree, change) => replaceNode(tree, change, context.limits.depth),
    (tree) => {
      const again = new CheckContext(context.catalog, options);
      checkCondition(tree, again, 0);
      return again;
    },
  );
}

/**
 * Checks a sort. Each key is a sortable member, or an expression whose values have an order.
 *
 * @throws TypeError for an object that is not a node
 * @example checkSortBy(parseSortBy("name:descending").expression, reports).ok // true
 */
export function checkSortBy(sortBy: SortBy, catalog?: Catalog, options: CheckOptions = {}): CheckSortResult {
  requireSortBy(sortBy, "sortBy");
  const context = new CheckContext(catalog, options);
  const keys: CheckedSortKey[] = [];
  const { limits, functions, members, diagnostics } = context;
  if (sortBy.keys.length > limits.sortKeys) {
    context.add(
      diagnostic(
        "too-many-sort-keys",
        sortBy.keys[limits.sortKeys]!.span,
        `A sort has at most ${limits.sortKeys} keys.`,
      ),
    );
  }
  const checkedKeys = sortBy.keys.slice(0, limits.sortKeys);
  for (const key of checkedKeys) keys.push(checkSortKey(key, context));
  const working = workingSortDiagnostics(checkedKeys, context, options);
  if (hasErrors(diagnostics)) return { ok: false, diagnostics: working };
  return {
    ok: true,
    sortBy: makeCheckedSortBy(keys, { catalog, functions, members }),
    diagnostics: working,
  };
}

function workingSortDiagnostics(
  keys: readonly SortKey[],
  context: CheckContext,
  options: CheckOptions,
): readonly Diagnostic[] {
  return withWorkingFixes(
    context,
    keys,
    (before, change) =>
      before.map((key) =>
        makeSortKey(
          replaceNode(key.expression, change, context.limits.depth),
          key.direction,
          strengthOf(key),
          key.span,
        ),
      ),
    (changed) => {
      const again = new CheckContext(context.catalog, options);
      for (const key of changed) checkSortKey(key, again);
      return again;
    },
  );
}

export function checkSortKey(key: SortKey, context: CheckContext): CheckedSortKey {
  const { catalog, members } = context;
  const { expression, direction } = key;
  const { node, type } = checkExpression(expression, context, 0);
  const resolved = node.kind === "name" ? members.get(node) : undefined;
  const unsortable = type === undefined ? undefined : unsortableName(node, members);
  if (unsortable !== undefined) {
    context.add(
      diagnostic(
        "unsortable-member",
        unsortable.span,
        `${catalog!.name} cannot be sorted by ${show(unsortable.name)}.`,
      ),
    );
  } else if (type !== undefined && catalog !== undefined && (!isComparable(type) || type.type === "list")) {
    context.add(
      diagnostic(
        "type-mismatch",
        expression.span,
        `A sort key is a single value; this is ${describeType(type)}.`,
      ),
    );
  }
  const strength = strengthOf(key);
  if (strength !== undefined && !isStrength(strength))
    context.add(unknownStrength(String(strength), key.span));
  return { expression: node, direction, comparison: strength ?? resolved?.strength ?? "tertiary" };
}

/** A call of a member that is not sortable would reveal as much as the member itself. */
function unsortableName(key: Expression, members: CheckContext["members"]): Name | undefined {
  let found: Name | undefined;
  walk(key, (node) => {
    if (node.kind === "name" && members.get(node)?.sortable === false) found ??= node;
  });
  return found;
}
