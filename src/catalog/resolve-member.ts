import type { Comparison } from "../collation/order/strength.ts";
import type { ValueType } from "../values/types.ts";
import type { Catalog, Member, Members } from "./types.ts";

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
  return resolveAmong(catalog, dotted, () => true);
}

/**
 * Finds a member like `resolveMember`, among those for which `isVisible` returns true. All others count as missing: the
 * steps of the search do not depend on their existence.
 */
export function resolveAmong(
  catalog: Catalog,
  dotted: string,
  isVisible: Visibility,
): ResolvedMember | undefined {
  const trail = resolveInMembers(catalog.members, dotted.split("."), 0, isVisible);
  return trail === undefined ? undefined : toResolvedMember(trail);
}

type Visibility = (member: Member) => boolean;

interface ResolvedPath {
  readonly steps: readonly Member[];
  readonly path: readonly string[];
  readonly lists: readonly number[];
  readonly throughList: boolean;
  readonly throughMap: boolean;
}

/** Visits each member at most once, because each has only one dotted name. */
function resolveInMembers(
  members: Members,
  segments: readonly string[],
  at: number,
  isVisible: Visibility,
): ResolvedPath | undefined {
  for (let count = Math.min(members.longest, segments.length - at); count > 0; count--) {
    const name = count === 1 ? segments[at]! : segments.slice(at, at + count).join(".");
    const member = members.byName.get(name);
    const rest =
      member === undefined || !isVisible(member)
        ? undefined
        : resolveRest(member, segments, at + count, isVisible);
    if (rest !== undefined) return prepend(rest, member!, member!.property, at + count < segments.length);
  }
  return undefined;
}

/** Resolves the segments from index `at` within `member`. In a map, one segment is the key. */
function resolveRest(
  member: Member,
  segments: readonly string[],
  at: number,
  isVisible: Visibility,
): ResolvedPath | undefined {
  if (at === segments.length)
    return { steps: [], path: [], lists: [], throughList: false, throughMap: false };
  let current = member;
  while (current.type === "list") current = current.items as Member;
  const rest =
    current.type === "map"
      ? resolveInMap(current.values as Member, segments, at, isVisible)
      : resolveInObject(current, segments, at, isVisible);
  return rest === undefined || current === member ? rest : { ...rest, throughList: true };
}

function resolveInObject(
  { members }: Member,
  segments: readonly string[],
  at: number,
  isVisible: Visibility,
): ResolvedPath | undefined {
  return members === undefined ? undefined : resolveInMembers(members, segments, at, isVisible);
}

function resolveInMap(
  values: Member,
  segments: readonly string[],
  at: number,
  isVisible: Visibility,
): ResolvedPath | undefined {
  const key = segments[at]!;
  // A key can be missing even if the values are not nullable.
  const entry: Member = { ...values, nullable: true };
  const rest = key === "" ? undefined : resolveRest(entry, segments, at + 1, isVisible);
  if (rest === undefined) return undefined;
  return { ...prepend(rest, entry, key, at + 1 < segments.length), throughMap: true };
}

function prepend(rest: ResolvedPath, member: Member, property: string, hasRest: boolean): ResolvedPath {
  return {
    steps: [member, ...rest.steps],
    path: [property, ...rest.path],
    lists: [hasRest ? listDepth(member) : 0, ...rest.lists],
    throughList: rest.throughList,
    throughMap: rest.throughMap,
  };
}

function listDepth(type: ValueType): number {
  let depth = 0;
  for (let inner = type; inner.type === "list"; inner = inner.items) depth++;
  return depth;
}

function toResolvedMember({ steps, path, lists, throughList, throughMap }: ResolvedPath): ResolvedMember {
  const member = steps.at(-1)!;
  let type: ValueType = member;
  if (throughList) {
    // Values collected through lists form one flat list.
    while (type.type === "list") type = type.items;
    type = { type: "list", items: type };
  }
  return {
    type,
    path,
    // A list at the end of the path counts only if its elements are flattened, too.
    lists: throughList ? lists.with(-1, listDepth(member)) : lists,
    throughMap,
    member,
    filterable: steps.every((step) => step.filterable),
    sortable: steps.every((step) => step.sortable),
    // A flattened list without elements becomes null.
    nullable: throughList || steps.some((step) => step.nullable),
    strength: member.strength,
  };
}
