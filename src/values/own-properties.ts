/** One own property of an object; for where a copy would be made at each call. */
export function ownProperty<T extends object, K extends keyof T>(object: T, key: K): T[K] | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * The own properties of an object, on one that inherits nothing. What is optional is read from it: in a process whose
 * `Object.prototype` was polluted, an option that nobody gave stays one that nobody gave.
 *
 * @example const { mode, limits } = ownProperties(options);
 */
export function ownProperties<T extends object>(object: T): T {
  return { __proto__: null, ...object };
}
