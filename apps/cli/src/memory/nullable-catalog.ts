import { defineCatalog, type Catalog, type MemberDefinition } from "tamis";

/** Makes all members nullable: rows outside the sample may lack any of them. */
export function nullable({ definition }: Catalog): Catalog {
  const members = Object.entries(definition.members).map(([name, member]): [string, MemberDefinition] => [
    name,
    typeof member === "string" ? member : { ...member, nullable: true },
  ]);
  return defineCatalog({ ...definition, members: Object.fromEntries(members) });
}
