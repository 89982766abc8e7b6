/**
 * The own properties of an object, on one that inherits nothing. What is optional is read from it: in a process whose
 * `Object.prototype` was polluted, an option that nobody gave stays one that nobody gave.
 *
 * @example const { mode, limits } = ownProperties(options);
 */
export function ownProperties<T extends object>(object: T): T {
  return { __proto__: null, ...object };
}
