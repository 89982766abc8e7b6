import type { Catalog, Member, Members } from "../catalog/types.ts";
import { selectableMember } from "../checker/member-gate.ts";
import { show } from "../diagnostics/show.ts";
import { hasMovedName } from "../values/json/member-order.ts";
import { LruMap } from "../values/lru-map.ts";
import { ownDataProperty } from "../values/read-path.ts";
import { hasOwn, setOwnProperty } from "../values/own-properties.ts";

/** Selected part of a row, by the names of its properties. */
export type Projection = ReadonlyMap<string, ValueProjection>;

/**
 * Selected part of a value: the whole value, some properties of an object, or the same part of each entry.
 */
type ValueProjection = "whole" | { readonly properties: Projection } | { readonly entries: ValueProjection };

/** Maximum number of projections of a catalog that are kept: clients choose the members. */
const MAX_PROJECTIONS = 50;

const PROJECTIONS = new WeakMap<Catalog, LruMap<string, Projection>>();

/**
 * Returns the projection of a row to the members of a request, the same object for the same names. An object with members that
 * cannot be selected loses them.
 *
 * @throws TypeError if the catalog lacks a member, or if requests cannot select it, with the same message
 */
export function projectionOf(names: readonly string[], catalog: Catalog): Projection {
  let cache = PROJECTIONS.get(catalog);
  if (cache === undefined) PROJECTIONS.set(catalog, (cache = new LruMap(MAX_PROJECTIONS)));
  return cache.getOrCreate(JSON.stringify(names), () => makeProjection(names, catalog));
}

function makeProjection(names: readonly string[], catalog: Catalog): Projection {
  return new Map(
    names.map((name) => {
      const member = selectableMember(catalog, name);
      if (member === undefined)
        throw new TypeError(
          `Unknown member "${show(name)}" in select: catalog ${catalog.name} does not have it.`,
        );
      return [member.property, valueProjection(member)];
    }),
  );
}

/** Returns the selected properties of a row; without a projection, the row itself. */
export function project<T>(row: T, projection: Projection | undefined): T {
  return projection === undefined ? row : (projectProperties(row, projection) as T);
}

/**
 * Returns the selected properties of rows. Rows that have no others, in the same order, are not copied.
 *
 * @param names names of the rows' properties; undefined if they are unknown
 */
export function projectAll<T>(
  rows: readonly T[],
  projection: Projection | undefined,
  names: readonly string[] | undefined,
): readonly T[] {
  const isSame =
    names !== undefined &&
    projection?.size === names.length &&
    !hasMovedName(names) &&
    Array.from(projection).every(([property, shape], i) => shape === "whole" && names[i] === property);
  return isSame ? rows : rows.map((row) => project(row, projection));
}

function projectProperties(object: unknown, projection: Projection): unknown {
  const projected: Record<string, unknown> = {};
  for (const [property, shape] of projection) {
    const value = ownDataProperty(object, property);
    if (value !== undefined) setOwnProperty(projected, property, projectValue(value, shape));
  }
  return projected;
}

function projectValue(value: unknown, shape: ValueProjection): unknown {
  if (shape === "whole") return value;
  if (Array.isArray(value))
    return Array.from({ length: value.length }, (_, i) => projectValue(ownDataProperty(value, i), shape));
  // A value of another type than the catalog declares may contain anything.
  if (typeof value !== "object" || value === null) return null;
  if (hasOwn(shape, "properties")) return projectProperties(value, shape.properties);
  const keys = Object.keys(value);
  return Object.fromEntries(
    keys.map((key) => [key, projectValue(ownDataProperty(value, key), shape.entries)]),
  );
}

const OF_MEMBERS = new WeakMap<Member, ValueProjection>();

function valueProjection(member: Member): ValueProjection {
  let projection = OF_MEMBERS.get(member);
  if (projection === undefined) OF_MEMBERS.set(member, (projection = makeValueProjection(member)));
  return projection;
}

function makeValueProjection(member: Member): ValueProjection {
  let inner = member;
  while (inner.type === "list") inner = inner.items as Member;
  if (inner.type === "map") {
    const entries = valueProjection(inner.values as Member);
    return entries === "whole" ? "whole" : { entries };
  }
  return inner.type === "object" ? objectProjection(inner.members!) : "whole";
}

function objectProjection({ byName }: Members): ValueProjection {
  const members = [...byName.values()];
  const selectable = members.filter((member) => member.selectable);
  const projections = new Map(selectable.map((member) => [member.property, valueProjection(member)]));
  const isWhole =
    selectable.length === members.length && [...projections.values()].every((shape) => shape === "whole");
  return isWhole ? "whole" : { properties: projections };
}
