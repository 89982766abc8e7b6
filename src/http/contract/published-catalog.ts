import type { Catalog, Member, Members } from "../../catalog/types.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

const publishedCatalogs = new WeakMap<Catalog, Catalog>();

/**
 * Returns the catalog as clients see it. Members have the names of the representation, whatever properties the rows have.
 * Members that requests can neither name nor select are left out, because clients cannot observe them.
 */
export function publishedCatalog(catalog: Catalog): Catalog {
  return getOrInsert(publishedCatalogs, catalog, () => publish(catalog));
}

function publish(catalog: Catalog): Catalog {
  const members = publishMembers(catalog.members, catalog.key);
  // Default orders name members of the catalog itself. A path into an object can have the same spelling.
  const isPublished = (sortKey: string) => members.byName.has(sortKey.split(":", 1)[0]!);
  return Object.freeze({ ...catalog, members, defaultSort: catalog.defaultSort.filter(isPublished) });
}

function publishMembers({ byName }: Members, key?: string): Members {
  const published = [...byName]
    .filter(([name, { filterable, selectable }]) => filterable || selectable || name === key)
    .map(([name, member]) => [name, publishMember(member, name)] as const);
  const longest = Math.max(1, ...published.map(([name]) => name.split(".").length));
  return { longest, byName: new Map(published) };
}

function publishMember(member: Member, property: string): Member {
  const { members } = member;
  const inner = members === undefined ? {} : { members: publishMembers(members) };
  if (member.type === "list")
    return { ...member, ...inner, property, items: publishMember(member.items as Member, property) };
  if (member.type === "map")
    return { ...member, ...inner, property, values: publishMember(member.values as Member, property) };
  return { ...member, ...inner, property };
}
