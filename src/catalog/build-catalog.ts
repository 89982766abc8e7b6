import type { ScalarType } from "../values/types.ts";
import type {
  Catalog,
  CatalogDefinition,
  Member,
  MemberDefinition,
  MemberDefinitions,
  Members,
  ScalarDefinition,
} from "./types.ts";
import { frozenCopy } from "./json-data.ts";

/** Builds a catalog. Requires a valid definition whose objects have no prototype, such as from `frozenCopy`. */
export function buildCatalog(definition: CatalogDefinition): Catalog {
  return Object.freeze({
    kind: "catalog",
    name: definition.name,
    description: definition.description,
    members: buildMembers(definition.members),
    key: definition.key,
    defaultSort: definition.defaultSort ?? [],
    defaultLimit: definition.defaultLimit ?? 10,
    maximumLimit: definition.maximumLimit ?? 1000,
    functions: definition.functions === undefined ? undefined : new Set(definition.functions),
    parameters: new Set(definition.parameters),
    definition,
  } satisfies Catalog);
}

function buildMembers(definitions: MemberDefinitions): Members {
  const byName = new Map<string, Member>();
  let longest = 1;
  for (const name of Object.keys(definitions)) {
    byName.set(name, buildMember(name, definitions[name]!));
    longest = Math.max(longest, name.split(".").length);
  }
  return { byName, longest };
}

function buildMember(name: string, source: MemberDefinition): Member {
  const definition = typeof source === "string" ? (frozenCopy({ type: source }) as ScalarDefinition) : source;
  const filterable = definition.filterable ?? true;
  const common = {
    name,
    description: definition.description,
    nullable: definition.nullable ?? true,
    filterable,
    sortable: definition.sortable ?? filterable,
    selectable: definition.selectable ?? filterable,
    functions: definition.functions === undefined ? undefined : new Set(definition.functions),
    property: definition.property ?? name,
    strength: undefined,
    enum: undefined,
    evidence: undefined,
    keyColumns: NO_KEY_COLUMNS,
    members: undefined,
  };
  switch (definition.type) {
    case "list": {
      const items = buildMember(name, definition.items);
      return {
        ...common,
        ...restrictTo(common, items),
        type: "list",
        items,
        members: items.members,
        strength: items.strength,
        enum: items.enum,
      };
    }
    case "map": {
      const values = buildMember(name, definition.values);
      return { ...common, ...restrictTo(common, values), type: "map", values, members: values.members };
    }
    case "object":
      return { ...common, type: "object", members: buildMembers(definition.members) };
    default:
      return {
        ...common,
        type: definition.type satisfies ScalarType,
        ...(definition.safe === true ? { safe: true } : {}),
        strength: definition.strength,
        enum: definition.enum,
        evidence: definition.evidence,
        keyColumns: definition.keyColumns ?? NO_KEY_COLUMNS,
      };
  }
}

const NO_KEY_COLUMNS: Member["keyColumns"] = Object.freeze([]);

/** Combines the flags of a list or map with those of its elements: it is filterable, sortable or selectable only if they are. */
function restrictTo(outer: Flags, inner: Flags): Flags {
  return {
    filterable: outer.filterable && inner.filterable,
    sortable: outer.sortable && inner.sortable,
    selectable: outer.selectable && inner.selectable,
  };
}

type Flags = Pick<Member, "filterable" | "sortable" | "selectable">;
