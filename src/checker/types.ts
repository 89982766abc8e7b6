import type { ValueType } from "../values/types.ts";
import { isNumeric } from "../values/types.ts";

/** Whether values of two types compare: the same type, both numeric, or a date with a date-time. */
export function comparable(a: ValueType, b: ValueType): boolean {
  // "Some element": at most one of the two may be a list.
  if (a.type === "list") return b.type !== "list" && comparable(a.items, b);
  if (b.type === "list") return comparable(a, b.items);
  if (a.type === "map" || b.type === "map" || a.type === "object" || b.type === "object") return false;
  if (a.type === b.type || (isNumeric(a.type) && isNumeric(b.type))) return true;
  return isDated(a) && isDated(b);
}

/** Whether values of a type can be compared at all. */
export function isComparable(type: ValueType): boolean {
  return type.type === "list" ? isComparable(type.items) : type.type !== "map" && type.type !== "object";
}

/** Whether a type has a string form: strings, booleans and numbers have. */
export function hasText(type: ValueType): boolean {
  return type.type === "string" || type.type === "boolean" || isNumeric(type.type);
}

function isDated({ type }: ValueType): boolean {
  return type === "date" || type === "dateTime";
}
