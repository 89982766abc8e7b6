import type { Catalog } from "tamis";
import type { Member, Members } from "tamis/catalog";

export interface ListedMember {
  /** Dotted path of the member, as in filters. */
  readonly name: string;
  readonly member: Member;
}

const MAX_DEPTH = 4;
const MAX_MEMBERS = 2_000;

/** Returns all members, including nested ones. */
export function listMembers({ members }: Catalog): readonly ListedMember[] {
  const found: ListedMember[] = [];
  collect(members, "", 1, found);
  return found;
}

function collect(members: Members, prefix: string, depth: number, found: ListedMember[]): void {
  for (const member of members.byName.values()) {
    if (!member.filterable) continue;
    if (found.length >= MAX_MEMBERS) return;
    found.push({ name: prefix + member.name, member });
    const hasMembers = member.type === "object" || (member.type === "list" && member.items.type === "object");
    if (hasMembers && member.members !== undefined && depth < MAX_DEPTH)
      collect(member.members, `${prefix}${member.name}.`, depth + 1, found);
  }
}

/** @example typeText({ type: "list", items: { type: "string" } }) // "list of string" */
export function typeText(type: TypeShape): string {
  if (type.type === "list") return `list of ${typeText(type.items!)}`;
  return type.type === "map" ? `map of ${typeText(type.values!)}` : type.type;
}

interface TypeShape {
  readonly type: string;
  readonly items?: TypeShape;
  readonly values?: TypeShape;
}
