import type { Value } from "./types.ts";

/**
 * Reads members of rows. Reads only own data properties: no getter and no method of a row runs. A row can have members named
 * `constructor`, `then` or `__proto__`, and a polluted `Object.prototype` has no effect. The traps of a Proxy do run, because a
 * Proxy is indistinguishable from an object.
 */

const descriptorOf = Object.getOwnPropertyDescriptor;

/** Returns the own data property of an object or a list, or undefined. */
export function ownDataProperty(row: unknown, key: string | number): unknown {
  // Only a property descriptor returns a value without ever running code of the row. `__lookupGetter__` finds getters in half the
  // time, but reading the value then runs the `get` trap of a proxy.
  if (typeof row !== "object" || row === null) return undefined;
  const descriptor = descriptorOf(row, key);
  if (descriptor === undefined) return undefined;
  // A getter's descriptor has no own `value`, but inherits one if `Object.prototype` is polluted.
  if (objectPrototype.value !== undefined && !Object.hasOwn(descriptor, "value")) return undefined;
  return descriptor.value as unknown;
}

const objectPrototype = Object.prototype as { readonly value?: unknown };

/** Returns whether every object inherits a property of this name, such as `constructor`. */
export function isInherited(key: string): boolean {
  return Object.hasOwn(Object.prototype, key);
}

/**
 * Returns the value at a path of property names. If the path leads through lists, returns the flat list of all non-null
 * values, or undefined if there are none.
 */
export function readPath(row: unknown, path: readonly string[]): unknown {
  let value = row;
  for (let i = 0; i < path.length; i++) {
    if (Array.isArray(value) && i > 0) return collect(value, path, i);
    value = ownDataProperty(value, path[i]!);
    if (value === undefined || value === null) return undefined;
  }
  return value;
}

/**
 * Like `readPath`, but only through declared lists: `lists[i]` is the number of nested lists at `path[i]`. Ignores values
 * with another nesting.
 */
export function readDeclaredPath(row: unknown, path: readonly string[], lists: readonly number[]): unknown {
  let value = row;
  for (let i = 0; i < path.length; i++) {
    if (i > 0 && Array.isArray(value)) return undefined;
    value = ownDataProperty(value, path[i]!);
    if (value === undefined || value === null) return undefined;
    if (lists[i]! > 0) {
      const leaves: unknown[] = [];
      gatherDeclared(value, path, lists, i, lists[i]!, leaves);
      return leaves.length === 0 ? undefined : leaves;
    }
  }
  return value;
}

function gatherDeclared(
  value: unknown,
  path: readonly string[],
  lists: readonly number[],
  at: number,
  depth: number,
  leaves: unknown[],
): void {
  if (depth > 0) {
    if (!Array.isArray(value)) return;
    for (let i = 0; i < value.length; i++)
      gatherDeclared(ownDataProperty(value, i), path, lists, at, depth - 1, leaves);
  } else if (at === path.length - 1) {
    if (!isNullValue(value)) leaves.push(value);
  } else if (!Array.isArray(value)) {
    gatherDeclared(ownDataProperty(value, path[at + 1]!), path, lists, at + 1, lists[at + 1]!, leaves);
  }
}

function collect(
  list: readonly unknown[],
  path: readonly string[],
  from: number,
): readonly unknown[] | undefined {
  const leaves: unknown[] = [];
  gather(list, path, from, leaves);
  return leaves.length === 0 ? undefined : leaves;
}

function gather(value: unknown, path: readonly string[], at: number, leaves: unknown[]): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) gather(ownDataProperty(value, i), path, at, leaves);
  } else if (at === path.length) {
    if (!isNullValue(value)) leaves.push(value);
  } else {
    gather(ownDataProperty(value, path[at]!), path, at + 1, leaves);
  }
}

/** Returns null for a value that counts as null, otherwise the value. */
export function valueOrNull(value: unknown): Value {
  return isNullValue(value) ? null : (value as Value);
}

/** Returns whether a value counts as null: null, undefined, NaN and the infinities. */
export function isNullValue(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "number" && !Number.isFinite(value));
}
