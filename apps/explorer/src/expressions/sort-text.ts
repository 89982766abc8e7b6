import type { SortMark } from "../table/header-cell.ts";

interface SortKey {
  readonly member: string;
  readonly isDescending: boolean;
  /** Empty without one. */
  readonly strength: string;
}

const KEY = /^\s*([\p{L}\p{N}_.$-]+)\s*(?::\s*(ascending|descending))?\s*(?::\s*(\w+))?\s*$/u;

/** Returns the keys of an order; undefined for one that headers cannot show, such as one with functions. */
function keysOf(sortBy: string): readonly SortKey[] | undefined {
  if (sortBy.trim() === "") return [];
  const keys: SortKey[] = [];
  for (const part of sortBy.split(",")) {
    const [, member, direction, strength = ""] = KEY.exec(part) ?? [];
    if (member === undefined) return undefined;
    keys.push({ member, isDescending: direction === "descending", strength });
  }
  return keys;
}

/** Returns the marks of the headers. */
export function sortMarks(sortBy: string): ReadonlyMap<string, SortMark> {
  const keys = keysOf(sortBy) ?? [];
  return new Map(
    keys.map(({ member, isDescending }, i) => [
      member,
      { isDescending, position: keys.length > 1 ? i + 1 : undefined },
    ]),
  );
}

/**
 * Sorts by a member: ascending, then descending, then not at all.
 *
 * @param isFurther whether the other keys of the order stay
 */
export function nextSort(sortBy: string, member: string, isFurther: boolean): string {
  const keys = keysOf(sortBy) ?? [];
  const present = keys.find((key) => key.member === member);
  const next: readonly SortKey[] =
    present === undefined
      ? [{ member, isDescending: false, strength: "" }]
      : present.isDescending
        ? []
        : [{ ...present, isDescending: true }];
  if (!isFurther) return next.map(textOf).join(",");
  return (
    present === undefined ? [...keys, ...next] : keys.flatMap((key) => (key === present ? next : [key]))
  )
    .map(textOf)
    .join(",");
}

function textOf({ member, isDescending, strength }: SortKey): string {
  if (strength === "") return isDescending ? `${member}:descending` : member;
  return `${member}:${isDescending ? "descending" : "ascending"}:${strength}`;
}

/** Returns the strength of all keys; empty for the default and for different strengths. Undefined if there is no key. */
export function strengthOf(sortBy: string): string | undefined {
  const keys = keysOf(sortBy) ?? [];
  const [first] = keys;
  return first !== undefined && keys.some(({ strength }) => strength !== first.strength)
    ? ""
    : first?.strength;
}

/** Sets the strength of all keys; empty for the default. Those of values that are not strings ignore it. */
export function withStrength(sortBy: string, strength: string): string {
  return (keysOf(sortBy) ?? []).map((key) => textOf({ ...key, strength })).join(",");
}
