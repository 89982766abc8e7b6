import type { Catalog, Member, Members } from "../../catalog/types.ts";
import { LruMap } from "../../values/lru-map.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

const caches = new WeakMap<Catalog, LruMap<string, Catalog>>();
const CACHED_CATALOGS = 64;

/**
 * Returns the catalog without some members. Requests that are checked against it cannot distinguish a closed member from one
 * that never existed. The default order loses the keys that use a closed member.
 *
 * @param closed dotted names
 * @throws TypeError for an unknown name, and for the key of the catalog
 */
export function withoutMembers(catalog: Catalog, closed: readonly string[]): Catalog {
  if (closed.length === 0) return catalog;
  const cache = getOrInsert(caches, catalog, () => new LruMap(CACHED_CATALOGS));
  return cache.getOrCreate([...closed].sort().join("\n"), () => remove(catalog, closed));
}

function remove(catalog: Catalog, closed: readonly string[]): Catalog {
  let { members } = catalog;
  for (const name of closed) {
    if (name === catalog.key)
      throw new TypeError(`The key ${name} of catalog ${catalog.name} cannot be closed.`);
    const remaining = removeMember(members, name);
    if (remaining === undefined)
      throw new TypeError(`Unknown member "${name}" in closed: catalog ${catalog.name} does not have it.`);
    members = remaining;
  }
  const isOpen = (name: string) =>
    closed.every((item) => name !== item && !name.startsWith(`${item}.`) && !name.startsWith(`${item}:`));
  return Object.freeze({ ...catalog, members, defaultSort: catalog.defaultSort.filter(isOpen) });
}

/** Returns undefined if there is no such member. A member with a dot in its name takes precedence over a path. */
function removeMember({ byName, longest }: Members, name: string): Members | undefined {
  if (byName.has(name)) return { longest, byName: new Map([...byName].filter(([key]) => key !== name)) };
  for (const [first, member] of byName) {
    if (!name.startsWith(`${first}.`)) continue;
    const inner = removeNested(member, name.slice(first.length + 1));
    if (inner !== undefined) return { longest, byName: new Map([...byName, [first, inner]]) };
  }
  return undefined;
}

function removeNested(member: Member, name: string): Member | undefined {
  if (member.type === "list") {
    const items = removeNested(member.items as Member, name);
    return items && { ...member, items, members: items.members };
  }
  if (member.type !== "object" || member.members === undefined) return undefined;
  const members = removeMember(member.members, name);
  return members && { ...member, members };
}
