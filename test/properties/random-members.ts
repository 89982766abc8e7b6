import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { resolveMember } from "../../src/catalog/resolve-member.ts";
import type { Catalog, Member, MemberDefinition } from "../../src/catalog/types.ts";
import { COMPARISONS } from "../../src/collation/order/strength.ts";
import { isScalarType, SCALAR_TYPES, type ScalarType, type ValueType } from "../../src/values/types.ts";
import type { Random } from "../text-fuzz/random.ts";
import { POOLS } from "./extremes.ts";

/*
 * Random catalogs with every nesting of types, names with dots and with the names of other members as a part, their dotted names,
 * and rows. Much faster than arbitraries of fast-check, for runs with millions of inputs. Random tests share this file.
 */

const NAMES = ["a", "b", "name", "tags", "a.b", "name.k", "constructor", "__proto__"];
const KEYS = ["k", "x", "b"];

export function drawCatalog(random: Random): Catalog {
  return defineCatalog({ name: "random", members: drawMembers(random, 3) });
}

function drawMembers(random: Random, depth: number): Record<string, MemberDefinition> {
  const count = 1 + random.below(4);
  const entries = Array.from(
    { length: count },
    () => [random.pick(NAMES), drawMember(random, depth)] as const,
  );
  return Object.fromEntries(entries);
}

function drawMember(random: Random, depth: number): MemberDefinition {
  const common = random.below(6) === 0 ? { property: random.pick(["own property", "k", "x"]) } : {};
  const kind = depth === 0 ? 5 : random.below(8);
  if (kind <= 1) return { type: "list", items: drawMember(random, depth - 1), ...common };
  if (kind === 2) return { type: "map", values: drawMember(random, depth - 1), ...common };
  if (kind === 3) return { type: "object", members: drawMembers(random, depth - 1), ...common };
  const type = random.pick(SCALAR_TYPES);
  if (type === "string" && random.below(2) === 0)
    return { type, strength: random.pick(COMPARISONS), ...common };
  if (type === "integer" && random.below(3) === 0) return { type, safe: true, ...common };
  return { type, ...common };
}

/** A dotted name of a catalog. */
export interface DottedName {
  readonly text: string;
  /** Type of the value, or of the elements of a list. Undefined for objects, maps and lists of others than scalars. */
  readonly type: ScalarType | undefined;
  readonly isList: boolean;
}

/** Returns all dotted names of a catalog, with some keys for each map. */
export function dottedNames(catalog: Catalog): readonly DottedName[] {
  const found: DottedName[] = [];
  const visit = (member: Member, text: string): void => {
    const resolved = resolveMember(catalog, text);
    if (resolved !== undefined) found.push({ text, ...describe(resolved.type) });
    let inner: ValueType = member;
    while (inner.type === "list") inner = inner.items;
    if (inner.type === "map")
      for (const key of KEYS.slice(0, 2)) visit(inner.values as Member, `${text}.${key}`);
    for (const [name, each] of (inner as Member).members?.byName ?? []) visit(each, `${text}.${name}`);
  };
  for (const [name, member] of catalog.members.byName) visit(member, name);
  return found;
}

function describe(type: ValueType): Pick<DottedName, "type" | "isList"> {
  const isList = type.type === "list";
  const single = isList ? type.items : type;
  return { type: isScalarType(single.type) ? single.type : undefined, isList };
}

/** Returns a row of a catalog. Some values are missing, null, or of another type. */
export function drawRow(random: Random, catalog: Catalog): Record<string, unknown> {
  return drawObject(random, [...catalog.members.byName.values()]);
}

function drawObject(random: Random, members: readonly Member[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const member of members)
    if (random.below(8) > 0) define(row, member.property, drawValue(random, member));
  return row;
}

export function drawValue(random: Random, type: ValueType): unknown {
  if (random.below(9) === 0) return random.pick([null, undefined, null, [], {}, "x", 1, [null], [{}]]);
  if (isScalarType(type.type)) return random.pick(POOLS[type.type].values);
  if (type.type === "list") return random.list(3, () => drawValue(random, type.items));
  if (type.type === "object")
    return drawObject(random, [...((type as Member).members?.byName.values() ?? [])]);
  const map: Record<string, unknown> = {};
  const { values } = type as Extract<ValueType, { readonly type: "map" }>;
  for (const key of KEYS) if (random.below(3) > 0) define(map, key, drawValue(random, values));
  return map;
}

/** Sets an own property, also one with the name `__proto__`. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
