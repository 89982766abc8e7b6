import type { Comparison } from "../collation/strength.ts";
import type { ValueType } from "../values/types.ts";
import type { Catalog, Member, Members } from "./types.ts";

/** What a dotted name stands for in a catalog. */
export interface ResolvedMember {
  /** The type of what is read. A name that leads through a list reads a list. */
  readonly type: ValueType;
  /** The row's own properties to step through. */
  readonly path: readonly string[];
  /** The member at the end of the path. */
  readonly member: Member;
  /** Every member of the path may be filtered by. */
  readonly filterable: boolean;
  /** Every member of the path may be sorted by. */
  readonly sortable: boolean;
  /** No member of the path can be null. */
  readonly nullable: boolean;
  readonly strength: Comparison | undefined;
}

/**
 * Finds the member that a dotted name stands for. At each step the longest own name is tried first, so a member that
 * has a dot in its name is found before a path of the same spelling. What may be filtered or sorted by is decided on
 * the whole path, once, after it is resolved.
 */
export function resolveMember(catalog: Catalog, dotted: string): ResolvedMember | undefined {
  const direct = catalog.members.byName.get(dotted);
  if (direct !== undefined) return finish([direct], [direct.property], false);
  const segments = dotted.split(".");
  const chain: Member[] = [];
  const path: string[] = [];
  let members: Members | undefined = catalog.members;
  let throughList = false;
  let at = 0;
  while (at < segments.length) {
    if (members === undefined) return undefined;
    let found: Member | undefined;
    let taken = 0;
    for (let count = Math.min(members.longest, segments.length - at); count > 0 && found === undefined; count--) {
      found = members.byName.get(count === 1 ? segments[at]! : segments.slice(at, at + count).join("."));
      taken = count;
    }
    if (found === undefined) return undefined;
    chain.push(found);
    path.push(found.property);
    at += taken;
    if (at === segments.length) return finish(chain, path, throughList);
    const step = into(found, segments, at);
    if (step === undefined) return undefined;
    throughList ||= step.throughList;
    if (step.key !== undefined) {
      path.push(step.key);
      chain.push(step.value!);
      at++;
      if (at === segments.length) return finish(chain, path, throughList);
      throughList ||= step.value!.type === "list";
    }
    members = step.members;
  }
  return undefined;
}

interface Step {
  readonly members: Members | undefined;
  readonly throughList: boolean;
  /** A map takes the next segment as its key. */
  readonly key?: string;
  readonly value?: Member;
}

/** What lies below a member on the way on: lists are passed through, a map takes one segment as its key. */
function into(member: Member, segments: readonly string[], at: number): Step | undefined {
  let current: Member = member;
  let throughList = false;
  while (current.type === "list") {
    current = current.items as Member;
    throughList = true;
  }
  if (current.type === "object") return { members: current.members, throughList };
  if (current.type !== "map") return undefined;
  let value = current.values as Member;
  // Whatever the map says of its values: a key can always be missing.
  const entry: Member = { ...value, nullable: true };
  while (value.type === "list") value = value.items as Member;
  return { members: value.type === "object" ? value.members : undefined, throughList, key: segments[at]!, value: entry };
}

function finish(chain: readonly Member[], path: readonly string[], throughList: boolean): ResolvedMember {
  const member = chain.at(-1)!;
  let type: ValueType = member;
  if (throughList) {
    // What is collected through lists is one flat list of leaves.
    while (type.type === "list") type = type.items;
    type = { type: "list", items: type };
  }
  return {
    type,
    path,
    member,
    filterable: chain.every((step) => step.filterable),
    sortable: chain.every((step) => step.sortable),
    nullable: chain.some((step) => step.nullable),
    strength: member.strength,
  };
}
