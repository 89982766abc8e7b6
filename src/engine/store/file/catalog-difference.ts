import type { Catalog } from "../../../catalog/types.ts";
import { show } from "../../../diagnostics/show.ts";

/** Describes the first difference between two catalogs, except in descriptions; undefined if there is none. */
export function catalogDifference(saved: Catalog, expected: Catalog): string | undefined {
  const { members: before, ...savedParts } = saved.definition;
  const { members: after, ...expectedParts } = expected.definition;
  const member = firstDifference(before, after, normalMember);
  if (member !== undefined) return `member ${show(member)} differs`;
  const part = firstDifference(savedParts, expectedParts, (value, key) =>
    key === "description" ? "" : value,
  );
  return part === undefined ? undefined : `${part} differs`;
}

function firstDifference(
  before: object,
  after: object,
  normal: (value: unknown, key: string) => unknown,
): string | undefined {
  const textOf = (of: object, key: string) =>
    JSON.stringify(normal(Object.getOwnPropertyDescriptor(of, key)?.value, key));
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].find((key) => textOf(before, key) !== textOf(after, key));
}

/** Converts equivalent notations of a member definition to one form, and removes descriptions. */
function normalMember(member: unknown): unknown {
  if (typeof member === "string") return normalMember({ type: member });
  if (typeof member !== "object" || member === null) return member;
  const properties = Object.entries(member)
    .filter(([key]) => key !== "description")
    .map(([key, value]: [string, unknown]) => {
      if (key === "items" || key === "values") return [key, normalMember(value)];
      return [key, key === "members" ? normalMembers(value as object) : value];
    });
  return properties.sort(byName);
}

function normalMembers(members: object): unknown {
  return Object.entries(members)
    .map(([name, member]) => [name, normalMember(member)])
    .sort(byName);
}

function byName([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}
