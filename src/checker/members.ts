import type { Name } from "../ast/nodes.ts";
import type { ResolvedMember } from "../catalog/resolve-member.ts";

/**
 * What each name of a tree stands for. A Map to whoever reads it; while a tree is checked names are only noted down,
 * since whoever keeps none of it need not pay for one.
 */
export class NameMembers implements ReadonlyMap<Name, ResolvedMember> {
  /** Names, each followed by its member: one list costs half of two. */
  readonly #noted: (Name | ResolvedMember)[] = [];
  #map: Map<Name, ResolvedMember> | undefined;

  /** Notes what a name stands for. A node that stands twice in a tree is noted twice, alike. */
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
