import type { SortState } from "./result-table.ts";

/** Returns the member and direction of a sort with one member; undefined for all other sorts. */
export function sortOf(sortBy: string): SortState | undefined {
  const [, member, direction] =
    /^\s*([\p{L}\p{N}_.$-]+)\s*(?::\s*(ascending|descending))?\s*$/u.exec(sortBy) ?? [];
  return member === undefined ? undefined : { member, isDescending: direction === "descending" };
}

/** Sorts by a member: ascending, then descending, then not at all. */
export function nextSort(sortBy: string, member: string): string {
  const present = sortOf(sortBy);
  if (present?.member !== member) return member;
  return present.isDescending ? "" : `${member}:descending`;
}
