import type { Expression } from "../../ast/nodes.ts";
import { resolveMember, type ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Catalog, Member, Members } from "../../catalog/types.ts";
import type { Comparison } from "../../collation/order/strength.ts";
import type { ValueType } from "../../values/types.ts";

const RESULTS: ReadonlyMap<string, ValueType["type"]> = new Map<string, ValueType["type"]>([
  ["length", "integer"],
  ["substr", "string"],
  ["upCase", "string"],
  ["downCase", "string"],
]);

/** Returns whether a function returns a value. All others are conditions. */
export const isValueFunction = (callee: string): boolean => RESULTS.has(callee);

/** Types of expressions, from an optional catalog. */
export class MemberTypes {
  readonly #catalog: Catalog | undefined;
  readonly #spellings = new Map<Members, ReadonlyMap<string, string | undefined>>();

  constructor(catalog: Catalog | undefined) {
    this.#catalog = catalog;
  }

  find(name: string): ResolvedMember | undefined {
    return this.#catalog && resolveMember(this.#catalog, name);
  }

  /** Finds a member whose dotted name differs only in case. Undefined if there are several. */
  withoutCase(name: string): string | undefined {
    if (this.#catalog === undefined || this.find(name) !== undefined) return undefined;
    return this.#spelling(this.#catalog.members, name.split("."));
  }

  #spelling(members: Members, segments: readonly string[]): string | undefined {
    const spellings = this.#spellings.get(members) ?? spellingsOf(members);
    this.#spellings.set(members, spellings);
    for (let count = Math.min(members.longest, segments.length); count > 0; count--) {
      const text = segments.slice(0, count).join(".");
      const name = members.byName.has(text) ? text : spellings.get(text.toLowerCase());
      const member = name === undefined ? undefined : members.byName.get(name)!;
      if (count === segments.length && member !== undefined) return name;
      const inner = member && membersOf(member);
      const rest = inner && this.#spelling(inner, segments.slice(count));
      if (rest !== undefined) return `${name!}.${rest}`;
    }
    return undefined;
  }

  /** Returns the type of an expression; undefined for a member that no catalog declares. */
  typeOf(node: Expression): ValueType["type"] | undefined {
    if (node.kind === "literal") return node.type;
    if (node.kind === "call") return RESULTS.get(node.callee) ?? "boolean";
    return this.find(node.name)?.type.type;
  }

  /** Returns the type of compared expressions: that of the first one with a known type. For a list, the type of its elements. */
  typeOfAll(nodes: readonly Expression[]): ValueType["type"] | undefined {
    for (const node of nodes) {
      const type = node.kind === "name" ? elementType(this.find(node.name)?.type) : this.typeOf(node);
      if (type !== undefined) return type;
    }
    return undefined;
  }

  /** Returns whether compared expressions are strings. True if no type is known. */
  areStrings(nodes: readonly Expression[]): boolean {
    const type = this.typeOfAll(nodes);
    return type === undefined || type === "string";
  }

  isList(node: Expression): boolean {
    return this.typeOf(node) === "list";
  }

  /** Returns whether a name leads through a list, such as `items.name`: its values are collected, and no row stores this list. */
  isCollected(node: Expression): boolean {
    return node.kind === "name" && (this.find(node.name)?.lists.some((depth) => depth > 0) ?? false);
  }

  /** Returns whether a member belongs to an object that can be null, as `owner.city` does. */
  isOfNullableObject(node: Expression): boolean {
    const object = node.kind === "name" ? node.name.replace(/\.?[^.]*$/, "") : "";
    return object !== "" && (this.find(object)?.nullable ?? true);
  }

  /** Returns whether a value (a literal, a name or a call that returns a value) can be null. */
  isNullable(node: Expression): boolean {
    if (node.kind === "literal") return false;
    if (node.kind === "call" && node.callee === "isNull") return false;
    if (node.kind === "call") return node.args.some((argument) => this.isNullable(argument));
    return this.find(node.name)?.nullable ?? true;
  }

  /** Returns the strength that a call needs so that it compares code points, although the catalog has a weaker default. */
  exactStrength(nodes: readonly Expression[]): "identical" | undefined {
    const strength = this.strengthOf(nodes);
    return strength === undefined || strength === "codePoint" ? undefined : "identical";
  }

  /** Returns the default strength of a member in the catalog. */
  strengthOf(nodes: readonly Expression[]): Comparison | undefined {
    for (const node of nodes) {
      const strength = node.kind === "name" ? this.find(node.name)?.strength : undefined;
      if (strength !== undefined) return strength;
    }
    return undefined;
  }
}

function elementType(type: ValueType | undefined): ValueType["type"] | undefined {
  let inner = type;
  while (inner?.type === "list") inner = inner.items;
  return inner?.type;
}

/** Returns the distinct names in values. A value is null if one of its names is. Null tests are never null. */
export function namesIn(nodes: readonly Expression[]): readonly string[] {
  const names = new Set<string>();
  const visit = (node: Expression): void => {
    if (node.kind === "name") names.add(node.name);
    else if (node.kind === "call" && node.callee !== "isNull") node.args.forEach(visit);
  };
  nodes.forEach(visit);
  return [...names];
}

/** Returns the members of an object, or of the elements of a list. */
function membersOf(member: Member): Members | undefined {
  let current = member;
  while (current.type === "list") current = current.items as Member;
  return current.members;
}

/** Returns the names of the members by their lower case. Undefined for several names that differ only in case. */
function spellingsOf({ byName }: Members): ReadonlyMap<string, string | undefined> {
  const spellings = new Map<string, string | undefined>();
  for (const name of byName.keys()) {
    const lower = name.toLowerCase();
    spellings.set(lower, spellings.has(lower) ? undefined : name);
  }
  return spellings;
}
