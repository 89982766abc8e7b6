import { requireObject } from "../diagnostics/require-argument.ts";

/** Returns whether an object has an own property. Unlike `in`, it does not find properties of a polluted prototype. */
export function hasOwn<T extends object, K extends string>(object: T, key: K): object is Having<T, K> {
  return Object.hasOwn(object, key);
}

/** The types of a union that have a property. If none has it, the intersection of the type with the property. */
type Having<T, K extends string> = [Extract<T, { readonly [P in K]: unknown }>] extends [never]
  ? T & { readonly [P in K]: unknown }
  : Extract<T, { readonly [P in K]: unknown }>;

/** Reads one own property. Unlike `ownProperties`, makes no copy. */
export function ownProperty<T extends object, K extends keyof T>(object: T, key: K): T[K] | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own property of any name, also `__proto__`. */
export function setOwnProperty(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  } else object[key] = value;
}

/**
 * Copies the own properties to an object that inherits none. Public functions read their options from such a copy, so that
 * a polluted `Object.prototype` cannot set an option.
 *
 * @param argument name of the argument in the message
 * @throws TypeError for a value that is not an object
 */
export function ownProperties<T extends object>(object: T, argument = "options"): T {
  requireObject(object, argument);
  return Object.assign(Object.create(EMPTY), object) as T;
}

/** Prototype without properties. Reading `{ __proto__: null, ...object }` takes twice as long: V8 makes it a hash table. */
const EMPTY: object = Object.create(null) as object;

/** Reads a property of an object or of its class, such as a method. Unlike `object[key]`, ignores `Object.prototype`. */
export function memberOf<T extends object, K extends keyof T & string>(object: T, key: K): T[K] | undefined {
  return hasMember(object, key) ? object[key] : undefined;
}

/** Returns whether an object or a class of it has a property. Unlike `in`, ignores `Object.prototype`. */
export function hasMember<T extends object, K extends string>(object: T, key: K): object is Having<T, K> {
  for (let at: object | null = object; at !== null && at !== Object.prototype; at = prototypeOf(at))
    if (Object.hasOwn(at, key)) return true;
  return false;
}

const prototypeOf = Object.getPrototypeOf as (object: object) => object | null;
