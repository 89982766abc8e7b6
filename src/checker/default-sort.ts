import type { SortBy } from "../ast/nodes.ts";
import { sortBy } from "../ast/constructors.ts";
import type { Catalog } from "../catalog/types.ts";
import { checkSortBy } from "./check.ts";
import { makeCheckedSortBy, type CheckedSortBy } from "./checked.ts";
import { MAXIMUM_LIMITS } from "../diagnostics/limits.ts";
import { parseSortBy } from "../parser/parse.ts";

const defaultSorts = new WeakMap<Catalog, CheckedSortBy>();

/**
 * Returns the sort of requests without sortBy. It can use members that requests cannot name.
 *
 * @throws TypeError for an invalid default sort, which `defineCatalog` and `readCatalog` do not accept
 */
export function defaultSort(catalog: Catalog | undefined): CheckedSortBy {
  if (catalog === undefined) return checkedOrThrow(sortBy([]), undefined);
  const cached = defaultSorts.get(catalog);
  if (cached !== undefined) return cached;
  const { expression } = parseSortBy(catalog.defaultSort.join(","), { limits: MAXIMUM_LIMITS });
  if (expression === undefined) throw new TypeError(`cannot parse the default sort of ${catalog.name}`);
  const checked = checkedOrThrow(expression, withUsableMembers(expression, catalog));
  const order = makeCheckedSortBy(checked.keys, { ...checked, catalog });
  defaultSorts.set(catalog, order);
  return order;
}

function checkedOrThrow(order: SortBy, catalog: Catalog | undefined): CheckedSortBy {
  const result = checkSortBy(order, catalog, { limits: MAXIMUM_LIMITS });
  if (!result.ok) throw new TypeError(`invalid default sort: ${result.diagnostics[0]!.message}`);
  return result.sortBy;
}

function withUsableMembers(order: SortBy, catalog: Catalog): Catalog {
  const byName = new Map(catalog.members.byName);
  for (const { expression } of order.keys) {
    const member = expression.kind === "name" ? byName.get(expression.name) : undefined;
    if (member !== undefined) byName.set(member.name, { ...member, filterable: true, sortable: true });
  }
  return { ...catalog, members: { ...catalog.members, byName } };
}
