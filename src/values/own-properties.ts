/** Unlike `ownProperties`, makes no copy. */
export function ownProperty<T extends object, K extends keyof T>(object: T, key: K): T[K] | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * The copy has no prototype. Public functions read their options from it, so that a polluted `Object.prototype` cannot set an
 * option.
 */
export function ownProperties<T extends object>(object: T): T {
  return { __proto__: null, ...object };
}
