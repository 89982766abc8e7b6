import { parseInOrder } from "../../values/json/member-order.ts";
import { setOwnProperty } from "../../values/own-properties.ts";
import type { ScalarValueType } from "../../values/types.ts";
import type { RowObject } from "./row-parts.ts";
import { valueReader } from "./value-reader.ts";

/** Parses the JSON text of a column. Invalid JSON becomes null. */
export function parseJsonColumn(value: unknown): unknown {
  if (typeof value !== "string") return value ?? null;
  try {
    return parseInOrder(value);
  } catch {
    return null;
  }
}

export function listReader(items: ScalarValueType): (value: unknown) => unknown {
  const read = valueReader(items);
  return (value) => {
    const list = parseJsonColumn(value);
    return Array.isArray(list) ? list.map(read) : null;
  };
}

export function mapReader(values: ScalarValueType): (value: unknown) => unknown {
  const read = valueReader(values);
  return (value) => {
    const pairs = parseJsonColumn(value);
    if (!Array.isArray(pairs)) return null;
    const map: RowObject = {};
    for (const [key, entry] of pairs as readonly (readonly [string, unknown])[])
      setOwnProperty(map, key, read(entry));
    return map;
  };
}
