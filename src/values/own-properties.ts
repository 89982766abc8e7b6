/** Reads one own property. Unlike `ownProperties`, makes no copy. */
export function ownProperty<T extends object, K extends keyof T>(object: T, key: K): T[K] | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Copies the own properties to an object without a prototype. Public functions read their options from such a copy, so that
 * a polluted `Object.prototype` cannot set an option.
 */
export function ownProperties<T extends object>(object: T): T {
  return { __proto__: null, ...object };
}
