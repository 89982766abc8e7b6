import type { ResolvedMember } from "../catalog/resolve-member.ts";
import { readInstant } from "../functions/in-memory/compare-values.ts";
import { isNullValue, ownDataProperty } from "../values/read-path.ts";
import { isSafeInteger, type Value, type ValueType } from "../values/types.ts";

/**
 * Returns a converter of raw values to the member's type. A list that was collected through other lists loses its nulls, and
 * becomes null if it is empty.
 */
export function memberReader({ type, member }: ResolvedMember): (value: Value) => Value {
  const declared = declaredReader(type);
  // The types differ if the path leads through a list: the value is then the list of all elements at the end of the path.
  if (type === member) return declared;
  return (value) => {
    const list = declared(value);
    if (!Array.isArray(list)) return null;
    const leaves = list.filter((leaf) => !isNullValue(leaf));
    return leaves.length === 0 ? null : leaves;
  };
}

/**
 * Returns a converter of raw values to the declared type. Unreadable values become null, such as `soon` in a date-time
 * member: grammar.md, "Values".
 */
export function declaredReader(type: ValueType): (value: Value) => Value {
  switch (type.type) {
    case "string":
      return (value) => (typeof value === "string" ? value : null);
    case "boolean":
      return (value) => (typeof value === "boolean" ? value : null);
    case "number":
      return (value) => (typeof value === "number" || typeof value === "bigint" ? value : null);
    case "integer":
      if (isSafeInteger(type)) return (value) => (Number.isSafeInteger(value) ? value : null);
      return (value) => (typeof value === "bigint" || Number.isInteger(value) ? value : null);
    case "date":
    case "time":
    case "dateTime": {
      const as = type.type;
      return (value) => (readInstant(as, value) ? value : null);
    }
    case "list":
      return listReader(type.items);
    case "map":
      return mapReader(type.values);
    case "object":
      return (value) => (isMap(value) ? value : null);
  }
}

/** Returns a converter of lists. Unreadable elements become null, and the list keeps its length. */
function listReader(items: ValueType): (value: Value) => Value {
  const read = declaredReader(items);
  return (value) => {
    if (!Array.isArray(value)) return null;
    let copy: unknown[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const element = ownDataProperty(value, i);
      if (isNullValue(element) || read(element as Value) !== null) continue;
      copy ??= [...Array<unknown>(value.length).keys()].map((index) => ownDataProperty(value, index));
      copy[i] = null;
    }
    return copy ?? (value as readonly unknown[]);
  };
}

/** Returns a converter of maps. Unreadable values become null, and the map keeps all entries. */
function mapReader(values: ValueType): (value: Value) => Value {
  const read = declaredReader(values);
  return (value) => {
    if (!isMap(value)) return null;
    let copy: Record<string, unknown> | undefined;
    for (const key of Object.keys(value)) {
      const entry = ownDataProperty(value, key);
      if (isNullValue(entry) || read(entry as Value) !== null) continue;
      copy ??= ownEntries(value);
      copy[key] = null;
    }
    return copy ?? value;
  };
}

/** Copies a map to an object without a prototype, on which `__proto__` is an ordinary key. */
function ownEntries(map: object): Record<string, unknown> {
  const entries = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(map)) entries[key] = ownDataProperty(map, key);
  return entries;
}

/** Returns whether a value is a map. Objects are readable as maps, too. */
export function isMap(value: Value): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
