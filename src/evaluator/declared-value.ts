import type { ResolvedMember } from "../catalog/resolve-member.ts";
import { readInstant } from "../functions/in-memory/value-order.ts";
import { isNull, own } from "../values/read-path.ts";
import type { Value, ValueType } from "../values/types.ts";

/** How a member's value is read. What is collected through lists has no null leaves, and is null where none is left. */
export function memberReader({ type, member }: ResolvedMember): (value: Value) => Value {
  const declared = declaredReader(type);
  // The type of the member itself is that of one place; another one is that of all the places that a list leads to.
  if (type === member) return declared;
  return (value) => {
    const list = declared(value);
    if (!Array.isArray(list)) return null;
    const leaves = list.filter((leaf) => !isNull(leaf));
    return leaves.length === 0 ? null : leaves;
  };
}

/**
 * A value as its member's declared type reads it: what the type cannot read is null. So a row that holds `soon` in a
 * date-time member has none. Rule: grammar.md, "Values".
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

/** The elements that the items' type cannot read count as null, but they count: the list keeps its length. */
function listReader(items: ValueType): (value: Value) => Value {
  const read = declaredReader(items);
  return (value) => {
    if (!Array.isArray(value)) return null;
    let copy: unknown[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const element = own(value, i);
      if (isNull(element) || read(element as Value) !== null) continue;
      copy ??= [...Array<unknown>(value.length).keys()].map((index) => own(value, index));
      copy[i] = null;
    }
    return copy ?? (value as readonly unknown[]);
  };
}

/** Entries whose value the values' type cannot read have a null value, but they count. */
function mapReader(values: ValueType): (value: Value) => Value {
  const read = declaredReader(values);
  return (value) => {
    if (!isMap(value)) return null;
    let copy: Record<string, unknown> | undefined;
    for (const key of Object.keys(value)) {
      const entry = own(value, key);
      if (isNull(entry) || read(entry as Value) !== null) continue;
      // Without a prototype `__proto__` is a key like any other.
      copy ??= ownEntries(value);
      copy[key] = null;
    }
    return copy ?? value;
  };
}

function ownEntries(map: object): Record<string, unknown> {
  const entries = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(map)) entries[key] = own(map, key);
  return entries;
}

/** Whether a value is one that a map's or an object's type can read. */
export function isMap(value: Value): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
