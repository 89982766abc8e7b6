import type { Member, Members } from "../../catalog/types.ts";
import { isRecord } from "../../values/is-object.ts";
import type { BodyPath } from "./problems.ts";
import { isStorable, readFree, readScalar, wrongType, type ReadContext } from "./read-scalar.ts";

/** A member, or a list of members: without the parts that are closed to the caller, and complete. */
export interface OpenMembers<M = Members> {
  /** Without closed members. */
  readonly member: M;
  readonly full: M;
}

/**
 * Reads a value of a member from parsed JSON: dates and times become canonical. Null and missing values become null. Adds a
 * problem and returns undefined for an invalid value.
 *
 * @param open the member without closed parts, and complete
 * @param stored the current value, whose hidden parts the result keeps
 */
export function readValue(
  { member, full }: OpenMembers<Member>,
  value: unknown,
  path: BodyPath,
  context: ReadContext,
  stored?: unknown,
): unknown {
  if (value === undefined || value === null) {
    if (!member.nullable) context.problems.add("required", path, "The value is required.");
    return null;
  }
  switch (member.type) {
    case "list":
      return readList({ member, full }, value, path, context, stored);
    case "map":
      return readMap({ member, full }, value, path, context, stored);
    case "object": {
      if (!isRecord(value)) return wrongType(member, value, path, context);
      if (member.members === undefined) return readFree(value, path, context);
      const members = { member: member.members, full: full.members! };
      return readObject(members, value, path, context, isRecord(stored) ? stored : undefined);
    }
    default:
      return readScalar(member, member.type, value, path, context);
  }
}

function readList(
  { member, full }: OpenMembers<Member>,
  value: unknown,
  path: BodyPath,
  context: ReadContext,
  stored: unknown,
): unknown {
  if (!Array.isArray(value)) return wrongType(member, value, path, context);
  const items = { member: elementOf(member), full: elementOf(full) };
  // The elements of a list have no identity, so no part of a stored element belongs to a new one. A stored element at the
  // same index keeps its hidden parts.
  const before: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return value.map((item: unknown, i) => readValue(items, item, [...path, i], context, before[i]));
}

function readMap(
  { member, full }: OpenMembers<Member>,
  value: unknown,
  path: BodyPath,
  context: ReadContext,
  stored: unknown,
): unknown {
  if (!isRecord(value)) return wrongType(member, value, path, context);
  const values = { member: elementOf(member), full: elementOf(full) };
  const entries = Object.entries(value).map(([key, entry]) => {
    isStorable(key, [...path, key], context);
    const before = isRecord(stored) && Object.hasOwn(stored, key) ? stored[key] : undefined;
    return [key, readValue(values, entry, [...path, key], context, before)] as const;
  });
  return Object.fromEntries(entries);
}

function elementOf(member: Member): Member {
  return (member.type === "list" ? member.items : (member as { readonly values?: unknown }).values) as Member;
}

/**
 * Reads an object with declared members. Unknown names are ignored, and so are those of hidden members, which keep their
 * stored values. Returns properties by their names in rows; a missing member stays missing.
 */
function readObject(
  { member: open, full }: OpenMembers,
  value: Readonly<Record<string, unknown>>,
  path: BodyPath,
  context: ReadContext,
  stored: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const [name, fullMember] of full.byName) {
    const { property } = fullMember;
    const before = stored !== undefined && Object.hasOwn(stored, property) ? stored[property] : undefined;
    const member = open.byName.get(name);
    if (!isWritable(member)) {
      if (before !== undefined) entries.push([property, before]);
      continue;
    }
    const input = Object.hasOwn(value, name) ? value[name] : undefined;
    const result = readMember({ member, full: fullMember }, input, [...path, name], context, before);
    if (result !== undefined && (result !== null || input === null)) entries.push([property, result]);
  }
  return Object.fromEntries(entries);
}

/** Reads a member like `readValue`. An object with hidden parts keeps them if the body has null or nothing in its place. */
export function readMember(
  members: OpenMembers<Member>,
  value: unknown,
  path: BodyPath,
  context: ReadContext,
  stored: unknown,
): unknown {
  const { member, full } = members;
  const isRemoved = value === undefined || value === null;
  if (!isRemoved || stored === undefined || full.type !== "object" || !hidesParts(member, full))
    return readValue(members, value, path, context, stored);
  // The object is never null for this caller: null would reveal that there are no hidden parts.
  return readHiddenParts(members, stored);
}

function readHiddenParts({ member, full }: OpenMembers<Member>, stored: unknown): unknown {
  const entries = Object.entries((stored ?? {}) as Record<string, unknown>).filter(([property]) =>
    [...full.members!.byName.values()].some(
      (part) => part.property === property && !isWritable(member.members!.byName.get(part.name)),
    ),
  );
  return Object.fromEntries(entries);
}

/** Returns whether a caller can write a member: it must be open, and part of the representation. */
export function isWritable(member: Member | undefined): member is Member {
  return member?.selectable === true;
}

function hidesParts(member: Member, full: Member): boolean {
  if (full.type === "list" || full.type === "map") return hidesParts(elementOf(member), elementOf(full));
  if (full.members === undefined) return false;
  return [...full.members.byName.values()].some((part) => {
    const open = member.members?.byName.get(part.name);
    return !isWritable(open) || hidesParts(open, part);
  });
}
