import type { Name } from "../ast/nodes.ts";
import type { ResolvedMember } from "../catalog/resolve-member.ts";

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
    return this.#materialize().size;
  }

  get(name: Name): ResolvedMember | undefined {
    return this.#materialize().get(name);
  }

  has(name: Name): boolean {
    return this.#materialize().has(name);
  }

  keys(): MapIterator<Name> {
    return this.#materialize().keys();
  }

  values(): MapIterator<ResolvedMember> {
    return this.#materialize().values();
  }

  entries(): MapIterator<[Name, ResolvedMember]> {
    return this.#materialize().entries();
  }

  [Symbol.iterator](): MapIterator<[Name, ResolvedMember]> {
    return this.#materialize().entries();
  }

  forEach(visit: (member: ResolvedMember, name: Name, map: ReadonlyMap<Name, ResolvedMember>) => void): void {
    for (const [name, member] of this.#materialize()) visit(member, name, this);
  }

  #materialize(): Map<Name, ResolvedMember> {
    if (this.#map === undefined) {
      this.#map = new Map();
      for (let i = 0; i < this.#noted.length; i += 2) {
        this.#map.set(this.#noted[i] as Name, this.#noted[i + 1] as ResolvedMember);
      }
    }
    return this.#map;
  }
}
