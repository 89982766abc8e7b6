import type { Comparison } from "../collation/order/strength.ts";
import type { ValueType } from "../values/types.ts";
import type { Catalog, Member, Members } from "./types.ts";

/** What a dotted name stands for in a catalog. */
export interface ResolvedMember {
  /** The type of what is read. A name that leads through a list reads a list. */
  readonly type: ValueType;
  /** The row's own properties to step through. */
  readonly path: readonly string[];
  /** For each step of the path, how many lists within each other are declared there and passed through. */
  readonly lists: readonly number[];
  /** Whether the path leads into a map: then it is one of any number of such names. */
  readonly throughMap: boolean;
  /** The member at the end of the path. */
  readonly member: Member;
  /** Every member of the path may be filtered by. */
  readonly filterable: boolean;
  /** Every member of the path may be sorted by. */
  readonly sortable: boolean;
  /** What is read can be null: some member of the path can, or the path leads through a list or into a map. */
  readonly nullable: boolean;
  readonly strength: Comparison | undefined;
}

/**
 * Finds the member that a dotted name stands for. At each step the longest own name is tried first, so a member that
 * has a dot in its name is found before a path of the same spelling. What may be filtered or sorted by is decided on
 * the whole path, once, after it is resolved.
 *
 * @example resolveMember(catalog, "imageUris.icon")?.path // ["imageUris", "icon"]
 */
export function resolveMember(catalog: Catalog, dotted: string): ResolvedMember | undefined {
  const trail = throughMembers(catalog.members, dotted.split("."), 0);
  return trail === undefined ? undefined : finish(trail);
}

/** The rest of a way: what is stepped on, by which property, and whether a list or a map is passed through. */
interface Trail {
  readonly steps: readonly Member[];
  readonly path: readonly string[];
  readonly lists: readonly number[];
  readonly throughList: boolean;
  readonly throughMap: boolean;
}

/** Each member of a catalog is reached by one spelling of its prefix alone, so trying costs at most one visit a member. */
function throughMembers(members: Members, segments: readonly string[], at: number): Trail | undefined {
  for (let count = Math.min(members.longest, segments.length - at); count > 0; count--) {
    const name = count === 1 ? segments[at]! : segments.slice(at, at + count).join(".");
    const member = members.byName.get(name);
    const rest = member === undefined ? undefined : below(member, segments, at + count);
    if (rest !== undefined) return before(rest, member!, member!.property, at + count < segments.length);
  }
  return undefined;
}

/** What lies below a member on the way on: lists are passed through, a map takes one segment as its key. */
function below(member: Member, segments: readonly string[], at: number): Trail | undefined {
  if (at === segments.length)
    return { steps: [], path: [], lists: [], throughList: false, throughMap: false };
  let current = member;
  while (current.type === "list") current = current.items as Member;
  const rest =
    current.type === "map"
      ? throughMap(current.values as Member, segments, at)
      : throughObject(current, segments, at);
  return rest === undefined || current === member ? rest : { ...rest, throughList: true };
}

function throughObject({ members }: Member, segments: readonly string[], at: number): Trail | undefined {
  return members === undefined ? undefined : throughMembers(members, segments, at);
}

function throughMap(values: Member, segments: readonly string[], at: number): Trail | undefined {
  const key = segments[at]!;
  // Whatever the map says of its values: a key can always be missing.
  const entry: Member = { ...values, nullable: true };
  const rest = key === "" ? undefined : below(entry, segments, at + 1);
  if (rest === undefined) return undefined;
  return { ...before(rest, entry, key, at + 1 < segments.length), throughMap: true };
}

function before(rest: Trail, member: Member, property: string, goesOn: boolean): Trail {
  return {
    steps: [member, ...rest.steps],
    path: [property, ...rest.path],
    lists: [goesOn ? depthOf(member) : 0, ...rest.lists],
    throughList: rest.throughList,
    throughMap: rest.throughMap,
  };
}

/** How many lists within each other a type is. */
function depthOf(type: ValueType): number {
  let depth = 0;
  for (let inner = type; inner.type === "list"; inner = inner.items) depth++;
  return depth;
}

function finish({ steps, path, lists, throughList, throughMap }: Trail): ResolvedMember {
  const member = steps.at(-1)!;
  let type: ValueType = member;
  if (throughList) {
    // What is collected through lists is one flat list of leaves.
    while (type.type === "list") type = type.items;
    type = { type: "list", items: type };
  }
  return {
    type,
    path,
    // A list at the end is the value itself, unless it is one of many that are collected into one.
    lists: throughList ? lists.with(-1, depthOf(member)) : lists,
    throughMap,
    member,
    filterable: steps.every((step) => step.filterable),
    sortable: steps.every((step) => step.sortable),
    // What is collected through a list is null where there is no leaf.
    nullable: throughList || steps.some((step) => step.nullable),
    strength: member.strength,
  };
}
