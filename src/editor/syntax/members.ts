import { requireObject } from "../../diagnostics/require-argument.ts";
import { requireCatalog } from "../../catalog/require-catalog.ts";
import { memberSteps, type MemberStep } from "../../catalog/member-steps.ts";
import type { ValueType } from "../../values/types.ts";
import type { Catalog, Member, Members } from "../../catalog/types.ts";

export interface ListedMember {
  /** Dotted name of the member, as in filters. */
  readonly name: string;
  readonly member: Member;
}

const maxDepth = 4;
/** Maximum number of members that are listed. */
export const MAXIMUM_LISTED_MEMBERS = 2_000;

/** Returns the members that filters can name, including nested ones up to four levels, parents before their children. */
export function listMembers(catalog: Catalog): readonly ListedMember[] {
  requireCatalog(catalog);
  const { members } = catalog;
  const listed: ListedMember[] = [];
  collect(members, "", 1, listed);
  return listed;
}

function collect(members: Members, prefix: string, depth: number, listed: ListedMember[]): void {
  for (const member of members.byName.values()) {
    if (!member.filterable) continue;
    if (listed.length >= MAXIMUM_LISTED_MEMBERS) return;
    listed.push({ name: prefix + member.name, member });
    const children = childrenOf(member);
    if (children !== undefined && depth < maxDepth)
      collect(children, `${prefix}${member.name}.`, depth + 1, listed);
  }
}

/** Returns the members of an object, or of the objects in a list. The keys of maps are unknown. */
function childrenOf(member: Member): Members | undefined {
  const isObject = member.type === "object" || (member.type === "list" && member.items.type === "object");
  return isObject ? member.members : undefined;
}

/** Returns the members at any depth whose names consist of `parent`, a dot and one more name. */
export function childMembers(catalog: Catalog, parent: string): readonly ListedMember[] {
  const last = stepsTo(catalog, parent)?.at(-1);
  const children = last === undefined ? undefined : childrenOf(last.member);
  if (children === undefined) return [];
  return [...children.byName.values()]
    .filter(({ filterable }) => filterable)
    .slice(0, MAXIMUM_LISTED_MEMBERS)
    .map((member) => ({ name: `${parent}.${member.name}`, member }));
}

/** Returns the members that a dotted name leads through, if filters can name all of them. */
export function stepsTo(catalog: Catalog, name: string): readonly MemberStep[] | undefined {
  return memberSteps(catalog.members, name.split("."), ({ filterable }) => filterable);
}

/** Returns the type of a list's elements, or the type of any other value. */
export function elementType(type: ValueType): ValueType["type"] {
  let inner = type;
  while (inner.type === "list") inner = inner.items;
  return inner.type;
}

/** @example typeText({ type: "list", items: { type: "string" } }) // "list of string" */
export function typeText(type: TypeShape): string {
  requireObject(type, "type");
  if (type.type === "list") return `list of ${typeText(type.items!)}`;
  return type.type === "map" ? `map of ${typeText(type.values!)}` : type.type;
}

interface TypeShape {
  readonly type: string;
  readonly items?: TypeShape;
  readonly values?: TypeShape;
}
