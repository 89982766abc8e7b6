import type { Catalog } from "../../../catalog/types.ts";
import { show } from "../../../diagnostics/show.ts";

/** What two catalogs differ in, descriptions aside, in words; undefined if they say the same of their rows. */
export function sameCatalog(saved: Catalog, given: Catalog): string | undefined {
  const { members: before, ...rest } = saved.definition;
  const { members: after, ...others } = given.definition;
  const member = firstDifference(before, after, normalMember);
  if (member !== undefined) return `the member ${show(member)} is another`;
  const part = firstDifference(rest, others, (value, key) => (key === "description" ? "" : value));
  return part === undefined ? undefined : `its ${part} is another`;
}

function firstDifference(
  before: object,
  after: object,
  normal: (value: unknown, key: string) => unknown,
): string | undefined {
  const text = (of: object, key: string) =>
    JSON.stringify(normal(Object.getOwnPropertyDescriptor(of, key)?.value, key));
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].find((key) => text(before, key) !== text(after, key));
}

/** What a member's definition says, the same for all ways of writing it. */
function normalMember(member: unknown): unknown {
  if (typeof member === "string") return normalMember({ type: member });
  if (typeof member !== "object" || member === null) return member;
  const said = Object.entries(member)
    .filter(([key]) => key !== "description")
    .map(([key, value]: [string, unknown]) => {
      if (key === "items" || key === "values") return [key, normalMember(value)];
      return [key, key === "members" ? normalMembers(value as object) : value];
    });
  return said.sort(byName);
}

function normalMembers(members: object): unknown {
  return Object.entries(members)
    .map(([name, member]) => [name, normalMember(member)])
    .sort(byName);
}

function byName([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}
