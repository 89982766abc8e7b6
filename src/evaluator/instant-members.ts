import { requireCatalog } from "../catalog/require-catalog.ts";
import { requireKind } from "../diagnostics/require-argument.ts";
import type { Expression, Name } from "../ast/nodes.ts";
import { walk } from "../ast/walk.ts";
import { resolveMember, type ResolvedMember } from "../catalog/resolve-member.ts";
import type { Catalog } from "../catalog/types.ts";
import {
  makeCheckedFilter,
  makeCheckedSortBy,
  type CheckedFilter,
  type CheckedSortBy,
} from "../checker/checked.ts";
import type { FunctionTable } from "../functions/definition/function-table.ts";
import { comparable } from "../values/comparable.ts";
import { isTemporal, type ValueType } from "../values/types.ts";

/**
 * Compares and sorts members with the type of dates or times as instants, in a filter or sort that was checked without a catalog. All
 * else is evaluated as without types.
 *
 * @param types for example those of the first rows of a file
 */
export function withInstants<T extends CheckedFilter | CheckedSortBy>(checked: T, types: Catalog): T;
export function withInstants(
  checked: CheckedFilter | CheckedSortBy,
  types: Catalog,
): CheckedFilter | CheckedSortBy {
  requireKind(checked, "checked", "a filter of check or a sort of checkSortBy", "members", "kind");
  requireCatalog(types);
  const { catalog, functions } = checked;
  if (checked.kind === "checkedFilter") {
    const members = instantMembers([checked.expression], types, functions);
    return makeCheckedFilter(checked.expression, { catalog, functions, members });
  }
  const trees = checked.keys.map(({ expression }) => expression);
  return makeCheckedSortBy(checked.keys, {
    catalog,
    functions,
    members: instantMembers(trees, types, functions),
  });
}

/**
 * Finds the names that are evaluated as instants in a tree that was checked without a catalog: dates and times as the root of a
 * tree, as arguments of a null test, and as arguments of a comparison that no argument of another type makes impossible.
 */
function instantMembers(
  trees: readonly Expression[],
  types: Catalog,
  functions: FunctionTable,
): ReadonlyMap<Name, ResolvedMember> {
  const members = new Map<Name, ResolvedMember>();
  const add = (nodes: readonly Expression[]) => {
    const resolved = nodes.map((node) => (node.kind === "name" ? resolvePath(types, node.name) : undefined));
    const valueTypes = nodes
      .map((node, i) => resolved[i]?.type ?? typeOf(node, functions))
      .filter((type) => type !== undefined);
    const isPossible = (type: ValueType) =>
      valueTypes.every((other) => type === other || comparable(type, other));
    if (!valueTypes.every((type) => isInstant(type) && isPossible(type))) return;
    for (const [i, member] of resolved.entries())
      if (member !== undefined) members.set(nodes[i] as Name, member);
  };
  for (const tree of trees) {
    add([tree]);
    walk(tree, (node) => {
      const kind = node.kind === "call" ? functions.get(node.callee)?.role?.kind : undefined;
      if (node.kind === "call" && (kind === "comparison" || kind === "nullTest")) add(node.args);
    });
  }
  return members;
}

/** Finds a member that a name refers to without a catalog, too: by the names of the properties. */
function resolvePath(types: Catalog, name: string): ResolvedMember | undefined {
  const resolved = resolveMember(types, name);
  return resolved?.path.join(".") === name ? resolved : undefined;
}

function typeOf(node: Expression, functions: FunctionTable): ValueType | undefined {
  if (node.kind === "name") return undefined;
  const type = node.kind === "literal" ? node.type : functions.get(node.callee)?.result;
  return type === undefined ? undefined : { type };
}

function isInstant(type: ValueType): boolean {
  return type.type === "list" ? isInstant(type.items) : isTemporal(type.type);
}
