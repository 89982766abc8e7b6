import type { Expression } from "../ast/nodes.ts";
import { walk } from "../ast/walk.ts";
import { resolveAmong, type ResolvedMember } from "../catalog/resolve-member.ts";
import type { Catalog, Member, Members } from "../catalog/types.ts";
import { testsEquality, testsOrder } from "../functions/definition/role.ts";
import { declarationTable } from "../functions/declarations.ts";
import { ownCopy } from "./word-cache.ts";

/**
 * The gate between requests and members: decides which members a request can name, and what it can learn about them.
 * Every part of a request uses it. A member that a request cannot name is missing for the request, with the same steps,
 * errors and suggestions. Rules, the default order and other settings of a program do not pass the gate.
 */

/** Finds a member that requests can name in filters, sorts and queries for values. */
export function usableMember(catalog: Catalog, name: string): ResolvedMember | undefined {
  let names = resolvedNames.get(catalog);
  if (names === undefined) resolvedNames.set(catalog, (names = new Map<string, ResolvedMember>()));
  let resolved = names.get(name);
  if (resolved === undefined) {
    resolved = resolveAmong(catalog, name, isUsable);
    if (resolved !== undefined && names.size < maxCachedNames) names.set(ownCopy(name), resolved);
  }
  return resolved;
}

const resolvedNames = new WeakMap<Catalog, Map<string, ResolvedMember>>();
/** Maximum number of cached names. A limit is necessary because a map can have any string as a key. */
const maxCachedNames = 1_000;

function isUsable({ filterable }: Member): boolean {
  return filterable;
}

/** Returns whether a part of a query can be shown to clients: it names only usable members. */
export function canBeShown(node: Expression, catalog: Catalog): boolean {
  let canShow = true;
  walk(node, (child) => {
    if (child.kind === "name" && usableMember(catalog, child.name) === undefined) canShow = false;
  });
  return canShow;
}

/** Maximum number of names that are compared for a suggestion. */
const maxComparedNames = 2_000;
const maxNameDepth = 4;

/** Yields the names of the usable members; nested members have dotted names. */
export function* usableNames(catalog: Catalog): Generator<string> {
  let count = 0;
  for (const name of namesOf(catalog.members, "", 1)) {
    if (++count > maxComparedNames) return;
    yield name;
  }
}

function* namesOf(members: Members, prefix: string, depth: number): Generator<string> {
  for (const member of members.byName.values()) {
    if (!isUsable(member)) continue;
    yield prefix + member.name;
    if (member.members !== undefined && depth < maxNameDepth && hasNestedNames(member)) {
      yield* namesOf(member.members, `${prefix}${member.name}.`, depth + 1);
    }
  }
}

/** Keys of maps are unknown, so they have no nested names. */
function hasNestedNames(member: Member): boolean {
  return member.type === "object" || (member.type === "list" && member.items.type === "object");
}

/** Finds a top-level member that requests can select. */
export function selectableMember({ members }: Catalog, name: string): Member | undefined {
  const member = members.byName.get(name);
  return member?.selectable === true ? member : undefined;
}

/** Knowledge about the values of a member: which rows share a value, or how the values are ordered. */
export type Knowledge = "values" | "order";

/**
 * Returns whether requests can learn something about a usable member: its values if a filter can test them for equality, its
 * order if a filter can test that or a sort can use the member.
 */
export function canLearn(
  knowledge: Knowledge,
  { member, sortable }: ResolvedMember,
  catalog: Catalog,
): boolean {
  if (knowledge === "order" && sortable) return true;
  const isAllowed = (name: string) =>
    [catalog.functions, member.functions].every((allowed) => allowed === undefined || allowed.has(name));
  const shows = knowledge === "values" ? testsEquality : testsOrder;
  return [...declarationTable().values()].some((entry) => shows(entry.role) && isAllowed(entry.name));
}
