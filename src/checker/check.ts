import type { Expression, SortBy } from "../ast/nodes.ts";
import { requireExpression } from "../ast/validate.ts";
import type { Catalog } from "../catalog/types.ts";
import { hasErrors } from "../diagnostics/diagnostic.ts";
import { functionTable } from "../functions/list.ts";
import { checkSortTree, checkTree } from "./check-tree.ts";
import {
  makeCheckedFilter,
  makeCheckedSortBy,
  type CheckOptions,
  type CheckResult,
  type CheckSortResult,
} from "./checked.ts";
import { CheckContext } from "./context.ts";
import { isSurelyCorrect } from "./fast-path.ts";
import { ownProperty } from "../values/own-properties.ts";

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
  const functions = functionTable(ownProperty(options, "functions"));
  if (isSurelyCorrect(expression, quick)) {
    const filter = makeCheckedFilter(expression, { catalog, functions, members: quick.members });
    return { ok: true, filter, diagnostics: quick.diagnostics };
  }
  const { read, context, diagnostics } = checkTree(expression, catalog, options);
  if (hasErrors(context.diagnostics)) return { ok: false, diagnostics };
  return {
    ok: true,
    filter: makeCheckedFilter(read, { catalog, functions, members: context.members }),
    diagnostics,
  };
}

/**
 * Checks a sort. Each key is a sortable member, or an expression whose values have an order.
 *
 * @throws TypeError for an object that is not a node
 * @example checkSortBy(parseSortBy("name:descending").expression, reports).ok // true
 */
export function checkSortBy(sortBy: SortBy, catalog?: Catalog, options: CheckOptions = {}): CheckSortResult {
  const { read, context, diagnostics } = checkSortTree(sortBy, catalog, options);
  if (hasErrors(context.diagnostics)) return { ok: false, diagnostics };
  const functions = functionTable(ownProperty(options, "functions"));
  return {
    ok: true,
    sortBy: makeCheckedSortBy(read, { catalog, functions, members: context.members }),
    diagnostics,
  };
}
