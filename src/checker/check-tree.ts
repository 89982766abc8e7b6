import { strengthOf, type Expression, type Name, type SortBy, type SortKey } from "../ast/nodes.ts";
import { makeSortKey } from "../ast/make-node.ts";
import { requireExpression, requireSortBy } from "../ast/validate.ts";
import { walk } from "../ast/walk.ts";
import type { Catalog } from "../catalog/types.ts";
import { isStrength } from "../collation/order/strength.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { unknownStrength } from "../ast/unknown-strength.ts";
import { describeType } from "../values/types.ts";
import { checkCondition, checkExpression } from "./check-expression.ts";
import type { CheckedSortKey, CheckOptions } from "./checked.ts";
import { foreignDirection } from "./advice/sort-direction.ts";
import { CheckContext } from "./context.ts";
import { readQuotedName } from "./lenient-corrections.ts";
import { usableMember } from "./member-gate.ts";
import { checkConstantKey } from "./literals.ts";
import { withWorkingFixes } from "./try-fixes.ts";
import { isComparable } from "../values/comparable.ts";

/** Result of a check that needs no code which runs functions. It has an error if one of the diagnostics is an error. */
export interface CheckedTree<T> {
  /** The tree after the corrections of lenient mode. */
  readonly read: T;
  readonly context: CheckContext;
  /** Diagnostics with the fixes that work. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks a filter like `check`. */
export function checkTree(
  expression: Expression,
  catalog: Catalog | undefined,
  options: CheckOptions,
): CheckedTree<Expression> {
  requireExpression(expression, "expression");
  const context = new CheckContext(catalog, options);
  const read = checkCondition(expression, context, 0);
  return { read, context, diagnostics: workingDiagnostics(expression, context, options) };
}

function workingDiagnostics(
  expression: Expression,
  context: CheckContext,
  options: CheckOptions,
): readonly Diagnostic[] {
  return withWorkingFixes(context, [expression], (condition) => {
    const again = new CheckContext(context.catalog, options);
    checkCondition(condition, again, 0);
    return again;
  });
}

/** Checks a sort like `checkSortBy`. */
export function checkSortTree(
  sortBy: SortBy,
  catalog: Catalog | undefined,
  options: CheckOptions,
): CheckedTree<readonly CheckedSortKey[]> {
  requireSortBy(sortBy, "sortBy");
  const context = new CheckContext(catalog, options);
  const { limits } = context;
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
  const read = checkedKeys.map((key, i) =>
    checkSortKey(key, context, i === 0 ? undefined : checkedKeys[i - 1]),
  );
  return { read, context, diagnostics: workingSortDiagnostics(checkedKeys, context, options) };
}

function workingSortDiagnostics(
  keys: readonly SortKey[],
  context: CheckContext,
  options: CheckOptions,
): readonly Diagnostic[] {
  const trees = keys.map(({ expression }) => expression);
  return withWorkingFixes(context, trees, (tree, index, isWhole) => {
    const again = new CheckContext(context.catalog, options);
    const key = keys[index]!;
    if (isWhole) checkSortKey(makeSortKey(tree, key.direction, strengthOf(key), key.span), again);
    else checkCondition(tree, again, 0);
    return again;
  });
}

/** @param before the key before this one */
export function checkSortKey(key: SortKey, context: CheckContext, before?: SortKey): CheckedSortKey {
  const { catalog, members } = context;
  const { expression, direction } = key;
  const foreign = foreignDirection(
    key,
    before,
    (name) => catalog === undefined || usableMember(catalog, name) !== undefined,
    (name) => context.functions.has(name),
  );
  if (foreign !== undefined) {
    context.add(foreign);
    return { expression, direction, comparison: "tertiary" };
  }
  const quoted = expression.kind === "literal" ? readQuotedName(expression, context) : undefined;
  const { node, type } = checkExpression(quoted ?? expression, context, 0);
  checkConstantKey(node, context);
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

/** Returns the first name of a member that is not sortable. A call with the member would reveal its order too. */
function unsortableName(key: Expression, members: CheckContext["members"]): Name | undefined {
  let unsortable: Name | undefined;
  walk(key, (node) => {
    if (node.kind === "name" && members.get(node)?.sortable === false) unsortable ??= node;
  });
  return unsortable;
}
