import type { Catalog, Member, Members } from "../../src/catalog/types.ts";

/** Converts a catalog, including its maps and sets, to plain data, to compare it in tests. */
export function plainCatalog(catalog: Catalog): object {
  const { name, description, key, defaultSort, defaultLimit, maximumLimit, functions, parameters } = catalog;
  return {
    ...{ name, description, key, defaultSort: [...defaultSort], defaultLimit, maximumLimit },
    functions: functions && [...functions].sort(),
    parameters: [...parameters].sort(),
    members: plainMembers(catalog.members),
  };
}

function plainMembers({ byName, longest }: Members): unknown {
  const entries = [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
  return { longest, entries: entries.map(([name, member]) => [name, plainMember(member)]) };
}

/** Converts a member to plain data. Leaves out the names of items and values, which are those of their list or map. */
function plainMember(member: Member, isInner = false): unknown {
  return {
    ...(isInner ? {} : { name: member.name, property: member.property }),
    type: member.type,
    description: member.description,
    nullable: member.nullable,
    filterable: member.filterable,
    sortable: member.sortable,
    selectable: member.selectable,
    functions: member.functions && [...member.functions],
    strength: member.strength,
    enum: member.enum && [...member.enum],
    items: member.type === "list" ? plainMember(member.items as Member, true) : undefined,
    values: member.type === "map" ? plainMember(member.values as Member, true) : undefined,
    members: member.type === "object" ? plainMembers(member.members!) : undefined,
  };
}
