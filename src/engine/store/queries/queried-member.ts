import { name } from "../../../ast/constructors.ts";
import { resolveMember, type ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Catalog } from "../../../catalog/types.ts";
import type { Checked, CheckedSortBy } from "../../../checker/checked.ts";
import type { Reader } from "../../../functions/definition/types.ts";
import { functionTable } from "../../../functions/list.ts";
import { memberReaderOf } from "../members/member-reader.ts";

/** Member that a query reads by name, as for facets. It need not be filterable. */
export interface QueriedMember {
  readonly member: ResolvedMember;
  readonly checked: Checked;
  readonly read: Reader;
}

/** @throws TypeError if the catalog lacks the member */
export function queriedMember(catalog: Catalog, dotted: string): QueriedMember {
  const member = resolveMember(catalog, dotted);
  if (member === undefined)
    throw new TypeError(`Unknown member "${dotted}": catalog ${catalog.name} does not have it.`);
  const node = name(dotted);
  const checked = { catalog, functions: functionTable(undefined), members: new Map([[node, member]]) };
  return { member, checked, read: memberReaderOf(member, checked, false) };
}

/** Returns the ascending order of a member's values, without the catalog's key as tie-breaker. */
export function valueOrderOf(dotted: string, { member, checked }: QueriedMember): CheckedSortBy {
  const node = name(dotted);
  const comparison = member.strength ?? "tertiary";
  return {
    ...checked,
    catalog: undefined,
    kind: "checkedSortBy",
    members: new Map([[node, member]]),
    keys: [{ expression: node, direction: "ascending", comparison }],
  };
}
