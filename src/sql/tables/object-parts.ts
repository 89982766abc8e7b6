import type { Member } from "../../catalog/types.ts";
import type { Storage } from "./table-definition.ts";

/**
 * Returns the dotted names of the members that store an object in columns. The object is null if all of them are null.
 * Returns undefined if the object itself is stored in a column.
 */
export function memberColumnsOfObject(
  name: string,
  { type, members }: Member,
  storages: { readonly [member: string]: Storage },
): readonly string[] | undefined {
  if (Object.hasOwn(storages, name) || type !== "object" || members === undefined) return undefined;
  const parts: string[] = [];
  for (const member of members.byName.values()) {
    const dotted = `${name}.${member.name}`;
    const inner = Object.hasOwn(storages, dotted)
      ? [dotted]
      : memberColumnsOfObject(dotted, member, storages);
    if (inner === undefined) return undefined;
    parts.push(...inner);
  }
  return parts.length === 0 ? undefined : parts;
}
