import { requireCatalog } from "../catalog/require-catalog.ts";
import type { Catalog, Member, Members } from "../catalog/types.ts";
import { isNullValue, ownDataProperty } from "../values/read-path.ts";
import type { Value } from "../values/types.ts";
import { declaredReader } from "./declared-value.ts";

/**
 * Lists the members of a row whose values the declared types cannot read. Filters treat such values as null. Lists and maps
 * are listed as a whole.
 *
 * @example unreadableMembers(catalog)({ id: "a", modified: "soon" }) // ["modified"]
 */
export function unreadableMembers(catalog: Catalog): (row: unknown) => readonly string[] {
  requireCatalog(catalog);
  const inspect = inspectMembers(catalog.members, "");
  return (row) => {
    let names: string[] | undefined;
    inspect(row, (name) => (names ??= []).push(name));
    return names ?? NONE;
  };
}

const NONE: readonly string[] = [];

/** Returns whether `unreadableMembers` lists a member, or one inside it, for a row with a value. */
export function isUnreadableValue(member: Member): (value: unknown) => boolean {
  const inspect = inspectMember(member, member.name);
  return (value) => {
    let isUnreadable = false;
    if (!isNullValue(value)) inspect(value, () => (isUnreadable = true));
    return isUnreadable;
  };
}

type Inspect = (value: unknown, add: (name: string) => void) => void;

function inspectMembers(members: Members, prefix: string): Inspect {
  const inspectors = [...members.byName.values()].map((member): Inspect => {
    const inspect = inspectMember(member, prefix + member.name);
    return (row, add) => {
      const value = ownDataProperty(row, member.property);
      if (!isNullValue(value)) inspect(value, add);
    };
  });
  return (row, add) => {
    for (const inspect of inspectors) inspect(row, add);
  };
}

/**
 * Creates a function that adds the dotted names of unreadable members.
 *
 * @param name Dotted name.
 */
function inspectMember(member: Member, name: string): Inspect {
  const read = declaredReader(member);
  const { members } = member;
  const within =
    member.type === "object" && members !== undefined ? inspectMembers(members, `${name}.`) : undefined;
  return (value, add) => {
    // If a part of a list or map is unreadable, `read` returns a copy.
    if (read(value as Value) !== value) add(name);
    else within?.(value, add);
  };
}
