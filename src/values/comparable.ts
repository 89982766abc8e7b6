import type { ValueType } from "./types.ts";
import { isNumeric } from "./types.ts";

/** Returns whether two types are comparable: if they are the same, both numeric, or a date and a date-time. */
export function comparable(a: ValueType, b: ValueType): boolean {
  // A list is comparable if its elements are. Two lists are not comparable with each other.
  if (a.type === "list") return b.type !== "list" && comparable(a.items, b);
  if (b.type === "list") return comparable(a, b.items);
  if (a.type === "map" || b.type === "map" || a.type === "object" || b.type === "object") return false;
  if (a.type === b.type || (isNumeric(a.type) && isNumeric(b.type))) return true;
  return isDated(a) && isDated(b);
}

export function isComparable(type: ValueType): boolean {
  return type.type === "list" ? isComparable(type.items) : type.type !== "map" && type.type !== "object";
}

/** Returns whether values of a type have a string form: strings, booleans and numbers do. */
export function hasText(type: ValueType): boolean {
  return type.type === "string" || type.type === "boolean" || isNumeric(type.type);
}

function isDated({ type }: ValueType): boolean {
  return type === "date" || type === "dateTime";
}
