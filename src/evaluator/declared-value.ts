import { readInstant } from "../functions/compare.ts";
import { isNull, own } from "../values/read-path.ts";
import type { Value, ValueType } from "../values/types.ts";

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
      const element = own(value, String(i));
      if (isNull(element) || read(element as Value) !== null) continue;
      copy ??= [...Array<unknown>(value.length).keys()].map((index) => own(value, String(index)));
      copy[i] = null;
    }
    return copy ?? value;
  };
}

function isMap(value: Value): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
