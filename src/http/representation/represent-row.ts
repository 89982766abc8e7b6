import type { Catalog, Member, Members } from "../../catalog/types.ts";
import { hasOrder, keepOrder, namesInOrder } from "../../values/json/member-order.ts";
import { printedOf } from "../../files/rows/row.ts";
import { isRecord } from "../../values/is-object.ts";
import { ownDataProperty } from "../../values/read-path.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

/** Converts a row to the object that responses contain: selectable members by name, without other properties of the row. */
export type Represent = (row: unknown) => Record<string, unknown>;

type RepresentValue = (value: unknown) => unknown;

const wholeRows = new WeakMap<Catalog, Represent>();

/**
 * Returns a function that represents rows of a catalog. Values of files that cannot be read, or that are written in another way, stay
 * as they are. A missing property stays missing. A value of another type than the
 * catalog declares is kept only if the member has no nested members.
 *
 * @param names top-level members to represent; undefined for all selectable ones
 */
export function representer(catalog: Catalog, names?: readonly string[]): Represent {
  if (names !== undefined) return ofRows(objectOf(catalog.members, new Set(names)));
  return getOrInsert(wholeRows, catalog, () => ofRows(objectOf(catalog.members)));
}

function ofRows(represent: Represent): Represent {
  return (row) => represent(typeof row === "object" && row !== null ? printedOf(row) : row);
}

function objectOf({ byName }: Members, names?: ReadonlySet<string>): Represent {
  const members = [...byName.values()]
    .filter(({ name, selectable }) => selectable && (names === undefined || names.has(name)))
    .map((member) => ({ name: member.name, property: member.property, represent: valueOf(member) }));
  return (row) => {
    const result: Record<string, unknown> = {};
    let isOrdered = false;
    for (const { name, property, represent } of members) {
      const value = ownDataProperty(row, property);
      if (value === undefined) continue;
      const representation = represent === undefined ? value : represent(value);
      isOrdered ||= hasOrder(representation);
      setOwn(result, name, representation);
    }
    return isOrdered ? keepOrder(result, Object.keys(result)) : result;
  };
}

/** Undefined if the value is represented as it is. */
function valueOf(member: Member): RepresentValue | undefined {
  if (member.type === "list") {
    const represent = valueOf(member.items as Member);
    return represent && ((value) => (Array.isArray(value) ? elementsOf(value).map(represent) : null));
  }
  if (member.type === "map") {
    const represent = valueOf(member.values as Member);
    return represent && ((value) => (isRecord(value) ? mapEntries(value, represent) : null));
  }
  if (member.type !== "object" || member.members === undefined) return undefined;
  const represent = objectOf(member.members);
  return (value) => (isRecord(value) ? represent(value) : null);
}

function elementsOf(list: readonly unknown[]): readonly unknown[] {
  return Array.from({ length: list.length }, (_, i) => ownDataProperty(list, i));
}

function mapEntries(map: object, represent: RepresentValue): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const keys = namesInOrder(map);
  for (const key of keys) setOwn(result, key, represent(ownDataProperty(map, key)));
  return hasOrder(map) ? keepOrder(result, keys) : result;
}

/** Assignment would call the setter of `__proto__`. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}
