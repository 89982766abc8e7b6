import type { CatalogDefinition, MemberDefinition, MemberDefinitions } from "../../src/catalog/types.ts";
import type { NaiveStrength } from "./naive-collation.ts";

/** Resolves a dotted name by trying all possibilities. */

export type NaiveType =
  | { readonly type: "boolean" | "integer" | "number" | "string" | "date" | "time" | "dateTime" | "object" }
  | { readonly type: "list"; readonly items: NaiveType }
  | { readonly type: "map"; readonly values: NaiveType };

export interface NaiveMember {
  readonly path: readonly string[];
  /** Depth of nested lists that is declared at each step. */
  readonly depths: readonly number[];
  readonly type: NaiveType;
  readonly throughList: boolean;
  readonly strength: NaiveStrength | undefined;
}

/** @throws Error if the member does not exist: the oracle expects valid expressions. */
export function naiveMember(catalog: CatalogDefinition, dotted: string): NaiveMember {
  const found = within(catalog.members, dotted.split("."));
  if (found === undefined) throw new Error(`no member ${dotted}`);
  return found;
}

function within(members: MemberDefinitions, segments: readonly string[]): NaiveMember | undefined {
  for (let count = segments.length; count > 0; count--) {
    const name = segments.slice(0, count).join(".");
    if (!Object.hasOwn(members, name)) continue;
    const definition = members[name]!;
    const property = typeof definition === "string" ? name : (definition.property ?? name);
    const rest = from(definition, segments.slice(count));
    if (rest !== undefined)
      return {
        ...rest,
        path: [property, ...rest.path],
        depths: [depthOf(typeOf(definition)), ...rest.depths],
      };
  }
  return undefined;
}

function from(definition: MemberDefinition, rest: readonly string[]): NaiveMember | undefined {
  const type = typeOf(definition);
  if (rest.length === 0)
    return { path: [], depths: [], type, throughList: false, strength: strengthOf(definition) };
  if (typeof definition === "string") return undefined;
  switch (definition.type) {
    case "object":
      return within(definition.members, rest);
    case "map": {
      const found = from(definition.values, rest.slice(1));
      if (found === undefined) return undefined;
      const depths = [depthOf(typeOf(definition.values)), ...found.depths];
      return { ...found, path: [rest[0]!, ...found.path], depths };
    }
    case "list": {
      const found = from(definition.items, rest);
      if (found === undefined) return undefined;
      let leaf = found.type;
      while (leaf.type === "list") leaf = leaf.items;
      return { ...found, throughList: true, type: { type: "list", items: leaf } };
    }
    default:
      return undefined;
  }
}

function depthOf(type: NaiveType): number {
  return type.type === "list" ? 1 + depthOf(type.items) : 0;
}

function typeOf(definition: MemberDefinition): NaiveType {
  if (typeof definition === "string") return { type: definition };
  switch (definition.type) {
    case "list":
      return { type: "list", items: typeOf(definition.items) };
    case "map":
      return { type: "map", values: typeOf(definition.values) };
    default:
      return { type: definition.type };
  }
}

/** Returns the default of a member; for a list, that of its items. */
function strengthOf(definition: MemberDefinition): NaiveStrength | undefined {
  if (typeof definition === "string") return undefined;
  if (definition.type === "list") return strengthOf(definition.items);
  return definition.type === "map" || definition.type === "object" ? undefined : definition.strength;
}
