import { typeOfSteps, type MemberStep } from "../../catalog/member-steps.ts";
import type { Catalog, Member, Members } from "../../catalog/types.ts";
import type { ValueType } from "../../values/types.ts";

/** The dotted names that lead to a member. */
export interface NameTemplate {
  /** Segments of the names. Null for the key of a map: any segment. */
  readonly segments: readonly (string | null)[];
  readonly type: ValueType;
  readonly member: Member;
}

/**
 * Returns the names that filters of a catalog can use, in the order in which the checker tries them: of two templates with a
 * name in common, the name means the member of the first one.
 */
export function nameTemplates({ members }: Catalog): readonly NameTemplate[] {
  const templates: NameTemplate[] = [];
  visitMembers(members, [], [], templates);
  return templates;
}

function visitMembers(
  { byName }: Members,
  before: readonly (string | null)[],
  steps: readonly MemberStep[],
  templates: NameTemplate[],
): void {
  // Names with more segments are tried first.
  const longestFirst = [...byName.values()]
    .filter(({ filterable }) => filterable)
    .map((member) => ({ member, segments: member.name.split(".") }))
    .sort((a, b) => b.segments.length - a.segments.length);
  for (const { member, segments } of longestFirst) {
    const step = { member, property: member.property, isKey: false };
    visit([...before, ...segments], [...steps, step], templates);
  }
}

function visit(
  segments: readonly (string | null)[],
  steps: readonly MemberStep[],
  templates: NameTemplate[],
): void {
  const { member } = steps.at(-1)!;
  templates.push({ segments, type: typeOfSteps(steps), member });
  let current = member;
  while (current.type === "list") current = current.items as Member;
  if (current.type === "map") {
    const entry = { member: current.values as Member, property: "", isKey: true };
    visit([...segments, null], [...steps, entry], templates);
  } else if (current.members !== undefined) visitMembers(current.members, segments, steps, templates);
}

/** Returns whether two templates have a name in common. */
export function overlap(a: NameTemplate, b: NameTemplate): boolean {
  return (
    a.segments.length === b.segments.length &&
    a.segments.every((segment, i) => segment === null || b.segments[i] === null || segment === b.segments[i])
  );
}

/** Returns whether the template has one name. */
export function isFixed({ segments }: NameTemplate): boolean {
  return !segments.includes(null);
}
