import type { Expression, Name } from "../ast/nodes.ts";
import { walk } from "../ast/walk.ts";
import { resolveMember, type ResolvedMember } from "../catalog/resolve-member.ts";
import type { Catalog } from "../catalog/types.ts";
import type { FunctionTable } from "../functions/definition/function-table.ts";
import { comparable } from "../values/comparable.ts";
import { isTemporal, type ValueType } from "../values/types.ts";

/** Members of names. The map is built when it is first read, because many are never read. */
export class NameMembers implements ReadonlyMap<Name, ResolvedMember> {
  /** Names, each followed by its member. */
  readonly #noted: (Name | ResolvedMember)[] = [];
  #map: Map<Name, ResolvedMember> | undefined;

  note(name: Name, member: ResolvedMember): void {
    if (this.#map !== undefined) {
      this.#map.set(name, member);
      return;
    }
    this.#noted.push(name, member);
  }

  get size(): number {
    return this.#made().size;
  }

  get(name: Name): ResolvedMember | undefined {
    return this.#made().get(name);
  }

  has(name: Name): boolean {
    return this.#made().has(name);
  }

  keys(): MapIterator<Name> {
    return this.#made().keys();
  }

  values(): MapIterator<ResolvedMember> {
    return this.#made().values();
  }

  entries(): MapIterator<[Name, ResolvedMember]> {
    return this.#made().entries();
  }

  [Symbol.iterator](): MapIterator<[Name, ResolvedMember]> {
    return this.#made().entries();
  }

  forEach(visit: (member: ResolvedMember, name: Name, map: ReadonlyMap<Name, ResolvedMember>) => void): void {
    for (const [name, member] of this.#made()) visit(member, name, this);
  }

  #made(): Map<Name, ResolvedMember> {
    if (this.#map === undefined) {
      this.#map = new Map();
      for (let i = 0; i < this.#noted.length; i += 2) {
        this.#map.set(this.#noted[i] as Name, this.#noted[i + 1] as ResolvedMember);
      }
    }
    return this.#map;
  }
}

/**
 * Finds the names that are evaluated as instants in a tree that was checked without a catalog: dates and times as the root of a
 * tree, as arguments of a null test, and as arguments of a comparison that no argument of another type makes impossible.
 */
export function instantMembers(
  trees: readonly Expression[],
  types: Catalog,
  functions: FunctionTable,
): ReadonlyMap<Name, ResolvedMember> {
  const members = new Map<Name, ResolvedMember>();
  const add = (nodes: readonly Expression[]) => {
    const resolved = nodes.map((node) => (node.kind === "name" ? resolvePath(types, node.name) : undefined));
    const known = nodes
      .map((node, i) => resolved[i]?.type ?? typeOf(node, functions))
      .filter((type) => type !== undefined);
    const isPossible = (type: ValueType) => known.every((other) => type === other || comparable(type, other));
    if (!known.every((type) => isInstant(type) && isPossible(type))) return;
    for (const [i, member] of resolved.entries())
      if (member !== undefined) members.set(nodes[i] as Name, member);
  };
  for (const tree of trees) {
    add([tree]);
    walk(tree, (node) => {
      const kind = node.kind === "call" ? functions.get(node.callee)?.role?.kind : undefined;
      if (node.kind === "call" && (kind === "comparison" || kind === "nullTest")) add(node.args);
    });
  }
  return members;
}

/** Finds a member that a name refers to without a catalog, too: by the names of the properties. */
function resolvePath(types: Catalog, name: string): ResolvedMember | undefined {
  const resolved = resolveMember(types, name);
  return resolved?.path.join(".") === name ? resolved : undefined;
}

function typeOf(node: Expression, functions: FunctionTable): ValueType | undefined {
  if (node.kind === "name") return undefined;
  const type = node.kind === "literal" ? node.type : functions.get(node.callee)?.result;
  return type === undefined ? undefined : { type };
}

function isInstant(type: ValueType): boolean {
  return type.type === "list" ? isInstant(type.items) : isTemporal(type.type);
}
