/** The members of a catalog by their dotted names, as a filter may name them. */
import type { Catalog } from "tamis";
import type { Member, Members } from "tamis/catalog";

export interface ListedMember {
  readonly name: string;
  readonly member: Member;
}

/** Members within members that are listed, and names at all. */
const DEPTH = 4;
const MOST = 2_000;

export function listMembers({ members }: Catalog): readonly ListedMember[] {
  const found: ListedMember[] = [];
  collect(members, "", 1, found);
  return found;
}

function collect(members: Members, prefix: string, depth: number, found: ListedMember[]): void {
  for (const member of members.byName.values()) {
    if (!member.filterable) continue;
    if (found.length >= MOST) return;
    found.push({ name: prefix + member.name, member });
    const leadsOn = member.type === "object" || (member.type === "list" && member.items.type === "object");
    if (leadsOn && member.members !== undefined && depth < DEPTH)
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
