import { isRecord } from "../values/is-object.ts";
import { ownProperty } from "../values/own-properties.ts";

/* Only own properties are read, so that a polluted `Object.prototype` cannot add any. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function ownRecord(object: JsonObject, key: string): JsonObject {
  return asRecord(ownProperty(object, key));
}

export function asRecord(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

export function ownString(object: JsonObject, key: string): string | undefined {
  const value = ownProperty(object, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function ownCount(object: JsonObject, key: string): number | undefined {
  const value = ownProperty(object, key);
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

export function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

export function withoutUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Returns a frozen deep copy whose objects have no prototype. Requires a value without cycles. */
export function frozenCopy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy));
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    const item = (value as JsonObject)[key];
    if (item !== undefined) copy[key] = frozenCopy(item);
  }
  return Object.freeze(copy);
}
