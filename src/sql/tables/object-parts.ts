import type { Member } from "../../catalog/types.ts";
import type { Storage } from "./table-definition.ts";

/**
 * An object can stand in no column of its own, but in those of its members: each of them is mentioned by itself. It is
 * there where one of them is.
 */

/** The dotted names of the members that make up an object; undefined where it stands in a column. */
export function memberColumnsOfObject(
  name: string,
  { type, members }: Member,
  mentioned: { readonly [member: string]: Storage },
): readonly string[] | undefined {
  if (Object.hasOwn(mentioned, name) || type !== "object" || members === undefined) return undefined;
  const parts: string[] = [];
  for (const member of members.byName.values()) {
    const dotted = `${name}.${member.name}`;
    const inner = Object.hasOwn(mentioned, dotted)
      ? [dotted]
      : memberColumnsOfObject(dotted, member, mentioned);
    if (inner === undefined) return undefined;
    parts.push(...inner);
  }
  return parts.length === 0 ? undefined : parts;
}
