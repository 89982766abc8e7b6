/*
 * Reading documents that came from somewhere else: own properties only, nothing through a prototype.
 */

export interface PlainObject {
  readonly [key: string]: unknown;
}

/** Whether a value is an object that JSON would write with braces. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property, or undefined. */
export function own(object: PlainObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** An own property that is an object, or else an empty one. */
export function ownRecord(object: PlainObject, key: string): PlainObject {
  return record(own(object, key));
}

/** The value if it is an object, or else an empty one. */
export function record(value: unknown): PlainObject {
  return isPlainObject(value) ? value : {};
}

/** An own property that is a text with at least one character. */
export function ownText(object: PlainObject, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** An own property that is a whole number from 0 on. */
export function ownCount(object: PlainObject, key: string): number | undefined {
  const value = own(object, key);
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** A frozen copy without prototypes: what it was made of can change without changing it. Of acyclic data only. */
export function frozenCopy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy));
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    const item = (value as PlainObject)[key];
    if (item !== undefined) copy[key] = frozenCopy(item);
  }
  return Object.freeze(copy);
}
