import { requireText } from "../diagnostics/require-argument.ts";
import type { Comparison } from "../collation/order/strength.ts";
import type { ValueType } from "../values/types.ts";
import { leadsThroughList, memberSteps, typeOfSteps, type MemberStep } from "./member-steps.ts";
import { requireCatalog } from "./require-catalog.ts";
import type { Catalog, Member } from "./types.ts";

export interface ResolvedMember {
  /** Type of the value. If the path leads through a list, the value is a list. */
  readonly type: ValueType;
  /** Property names from the row to the value. */
  readonly path: readonly string[];
  /** For each property in `path`, the number of nested lists of its declared type through which the path leads. */
  readonly lists: readonly number[];
  /** Whether the path leads into a map. The names of such members are unlimited, because any key of a map is valid. */
  readonly throughMap: boolean;
  readonly member: Member;
  readonly filterable: boolean;
  readonly sortable: boolean;
  /** Also true if the path goes through a list or into a map. */
  readonly nullable: boolean;
  readonly strength: Comparison | undefined;
}

/**
 * Finds the member that a dotted name refers to, whether or not it is filterable or sortable. A member with a dot in its name
 * takes precedence over a path with the same spelling.
 *
 * @example resolveMember(catalog, "imageUris.icon")?.path // ["imageUris", "icon"]
 */
export function resolveMember(catalog: Catalog, dotted: string): ResolvedMember | undefined {
  requireCatalog(catalog);
  requireText(dotted, "dotted");
  return resolveAmong(catalog, dotted, () => true);
}

/**
 * Finds a member like `resolveMember`, among those for which `isVisible` returns true. All others count as missing: the
 * steps of the search do not depend on their existence.
 */
export function resolveAmong(
  catalog: Catalog,
  dotted: string,
  isVisible: (member: Member) => boolean,
): ResolvedMember | undefined {
  const steps = memberSteps(catalog.members, dotted.split("."), isVisible);
  return steps && toResolvedMember(steps);
}

function toResolvedMember(steps: readonly MemberStep[]): ResolvedMember {
  const { member } = steps.at(-1)!;
  const throughList = leadsThroughList(steps);
  const last = steps.length - 1;
  return {
    type: typeOfSteps(steps),
    path: steps.map(({ property }) => property),
    // A list at the end of the path is the value itself, unless an outer list flattens its elements.
    lists: steps.map((step, i) => (i < last || throughList ? listDepth(step.member) : 0)),
    throughMap: steps.some(({ isKey }) => isKey),
    member,
    filterable: steps.every((step) => step.member.filterable),
    sortable: steps.every((step) => step.member.sortable),
    // A flattened list without elements becomes null.
    nullable: throughList || steps.some((step) => step.member.nullable),
    strength: member.strength,
  };
}

function listDepth(type: ValueType): number {
  let depth = 0;
  for (let inner = type; inner.type === "list"; inner = inner.items) depth++;
  return depth;
}
