/** Reads own properties only: messages and settings come from outside. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an own property of a value. Undefined if the value is no object. */
export function own(value: unknown, ...path: readonly string[]): unknown {
  let current: unknown = value;
  for (const name of path) {
    if (!isObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

export function ownString(value: unknown, ...path: readonly string[]): string | undefined {
  const property = own(value, ...path);
  return typeof property === "string" ? property : undefined;
}

export function ownObjects(value: unknown, name: string): readonly JsonObject[] {
  const property = own(value, name);
  return Array.isArray(property) ? property.filter(isObject) : [];
}
