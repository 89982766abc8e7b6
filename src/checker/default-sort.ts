import type { SortBy } from "../ast/nodes.ts";
import { sortBy } from "../ast/constructors.ts";
import type { Catalog } from "../catalog/types.ts";
import { checkSortBy } from "./check.ts";
import type { CheckedSortBy } from "./checked.ts";
import { MAXIMUM_LIMITS } from "../diagnostics/limits.ts";
import { parseSortBy } from "../parser/parse.ts";

/** Each catalog's order is read once. */
const known = new WeakMap<Catalog, CheckedSortBy>();

/**
 * The order of a collection where a request asks for none. The catalog's author may order by members that requests may
 * not name.
 *
 * @throws TypeError for a default order that is none, which `defineCatalog` and its kin do not let through.
 */
export function defaultSort(catalog: Catalog | undefined): CheckedSortBy {
  if (catalog === undefined) return checked(sortBy([]), undefined);
  const remembered = known.get(catalog);
  if (remembered !== undefined) return remembered;
  const { expression } = parseSortBy(catalog.defaultSort.join(","), { limits: MAXIMUM_LIMITS });
  if (expression === undefined) throw new TypeError(`The default sort of ${catalog.name} cannot be read.`);
  const order = { ...checked(expression, allowing(expression, catalog)), catalog };
  known.set(catalog, order);
  return order;
}

function checked(order: SortBy, catalog: Catalog | undefined): CheckedSortBy {
  const result = checkSortBy(order, catalog, { limits: MAXIMUM_LIMITS });
  if (!result.ok) throw new TypeError(`The default sort is wrong: ${result.diagnostics[0]!.message}`);
  return result.sortBy;
}

/** The catalog with the members of an order open to it. */
function allowing(order: SortBy, catalog: Catalog): Catalog {
  const byName = new Map(catalog.members.byName);
  for (const { expression } of order.keys) {
    const member = expression.kind === "name" ? byName.get(expression.name) : undefined;
    if (member !== undefined) byName.set(member.name, { ...member, filterable: true, sortable: true });
  }
  return { ...catalog, members: { ...catalog.members, byName } };
}
