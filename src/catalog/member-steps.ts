import type { ValueType } from "../values/types.ts";
import type { Member, Members } from "./types.ts";

/** A member on the way from a row to the value of a dotted name. */
export interface MemberStep {
  readonly member: Member;
  /** Property of the object, or key of the map. */
  readonly property: string;
  readonly isKey: boolean;
}

type Visibility = (member: Member) => boolean;

/**
 * Finds the members that a dotted name leads through, among those for which `isVisible` returns true. Visits each member at
 * most once, because each has only one dotted name.
 */
export function memberSteps(
  members: Members,
  segments: readonly string[],
  isVisible: Visibility,
): readonly MemberStep[] | undefined {
  for (let count = Math.min(members.longest, segments.length); count > 0; count--) {
    const member = members.byName.get(segments.slice(0, count).join("."));
    if (member === undefined || !isVisible(member)) continue;
    const innerSteps = stepsWithin(member, segments.slice(count), isVisible);
    if (innerSteps !== undefined) return [{ member, property: member.property, isKey: false }, ...innerSteps];
  }
  return undefined;
}

/** Finds the steps below a member. In a map, one segment of the name is the key. */
function stepsWithin(
  member: Member,
  segments: readonly string[],
  isVisible: Visibility,
): readonly MemberStep[] | undefined {
  if (segments.length === 0) return [];
  let current = member;
  while (current.type === "list") current = current.items as Member;
  if (current.type !== "map") return current.members && memberSteps(current.members, segments, isVisible);
  const key = segments[0]!;
  // The value at a key is nullable, because the key can be missing.
  const entry: Member = { ...(current.values as Member), nullable: true };
  const innerSteps = key === "" ? undefined : stepsWithin(entry, segments.slice(1), isVisible);
  return innerSteps && [{ member: entry, property: key, isKey: true }, ...innerSteps];
}

/** Returns whether the steps lead through a list, whose elements have the further members. */
export function leadsThroughList(steps: readonly MemberStep[]): boolean {
  return steps.slice(0, -1).some(({ member }) => member.type === "list");
}

/** Returns the type of the value. Values collected through lists form one flat list. */
export function typeOfSteps(steps: readonly MemberStep[]): ValueType {
  let type: ValueType = steps.at(-1)!.member;
  if (!leadsThroughList(steps)) return type;
  while (type.type === "list") type = type.items;
  return { type: "list", items: type };
}
