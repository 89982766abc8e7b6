import type { Catalog, Member, Members } from "../catalog/types.ts";
import { isNull, own } from "../values/read-path.ts";
import type { Value } from "../values/types.ts";
import { declaredReader } from "./declared-value.ts";

/**
 * Makes a function that names the members of a row whose value their declared type cannot read. To a filter such a value
 * is null; whoever loads rows says which ones they are. A member within others is named by its dotted name; lists and
 * maps are named as a whole. What no member declares is not looked at.
 *
 * @example unreadableMembers(catalog)({ id: "a", modified: "soon" }) // ["modified"]
 */
export function unreadableMembers(catalog: Catalog): (row: unknown) => readonly string[] {
  const inspect = inspectMembers(catalog.members, "");
  return (row) => {
    let names: string[] | undefined;
    inspect(row, (name) => (names ??= []).push(name));
    return names ?? NONE;
  };
}

const NONE: readonly string[] = [];

type Inspect = (value: unknown, add: (name: string) => void) => void;

function inspectMembers(members: Members, prefix: string): Inspect {
  const each = [...members.byName.values()].map((member): Inspect => {
    const inspect = inspectMember(member, prefix + member.name);
    return (row, add) => {
      const value = own(row, member.property);
      if (!isNull(value)) inspect(value, add);
    };
  });
  return (row, add) => {
    for (const inspect of each) inspect(row, add);
  };
}

/** @param name the dotted name */
function inspectMember(member: Member, name: string): Inspect {
  const read = declaredReader(member);
  const { members } = member;
  const within =
    member.type === "object" && members !== undefined ? inspectMembers(members, `${name}.`) : undefined;
  return (value, add) => {
    // Of a list and of a map the reader makes a copy if something in it is not what it should be.
    if (read(value as Value) !== value) add(name);
    else within?.(value, add);
  };
}
