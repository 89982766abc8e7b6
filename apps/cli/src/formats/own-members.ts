/** Functions that read and set members with any name, including `__proto__`. */

export function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
  } else target[name] = value;
}

export function getOwn(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Copies an object without its prototype, so that a missing property is not read from `Object.prototype`. */
export function withoutPrototype<T extends object>(value: T): T {
  return Object.assign(Object.create(null) as T, value);
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
