/**
 * Reading a row. Only own data properties count: nothing is taken from a prototype, no getter and no method of a row is
 * ever called. So a row may have members called `constructor`, `then` or `__proto__`, and a polluted `Object.prototype`
 * changes nothing. (A Proxy cannot be told from an object; its traps run.)
 */

const descriptorOf = Object.getOwnPropertyDescriptor;

/** The own data property of an object, or an element of a list; `undefined` if there is none. */
export function own(row: unknown, key: string | number): unknown {
  // The descriptor is the one way to a value that cannot run code of the row. Asking for a getter
  // first (`__lookupGetter__`) and reading then is slower.
  if (typeof row !== "object" || row === null) return undefined;
  const descriptor = descriptorOf(row, key);
  if (descriptor === undefined) return undefined;
  // A getter's descriptor has no value of its own; in a polluted process it could inherit one.
  if (inherited.value !== undefined && !Object.hasOwn(descriptor, "value")) return undefined;
  return descriptor.value as unknown;
}

const inherited = Object.prototype as { readonly value?: unknown };

/** Whether every object inherits a property of this name, such as `constructor`. */
export function isInherited(key: string): boolean {
  return key in Object.prototype;
}

/**
 * What a path leads to: `undefined` if it leads nowhere. A list on the way (not at the end) is passed through: the
 * result is then the flat list of the leaves that are not null, or `undefined` if there are none.
 */
export function readPath(row: unknown, path: readonly string[]): unknown {
  let value = row;
  for (let i = 0; i < path.length; i++) {
    if (Array.isArray(value) && i > 0) return collect(value, path, i);
    value = own(value, path[i]!);
    if (value === undefined || value === null) return undefined;
  }
  return value;
}

/**
 * What a path leads to where each step is declared: an object or a map, or so many lists within each other that are
 * passed through. What is not as declared leads nowhere. Leaves that lists lead to come as one list, nulls left out.
 */
export function readDeclaredPath(row: unknown, path: readonly string[], lists: readonly number[]): unknown {
  let value = row;
  for (let i = 0; i < path.length; i++) {
    if (i > 0 && Array.isArray(value)) return undefined;
    value = own(value, path[i]!);
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
    for (let i = 0; i < value.length; i++) gatherDeclared(own(value, i), path, lists, at, depth - 1, leaves);
  } else if (at === path.length - 1) {
    if (!isNull(value)) leaves.push(value);
  } else if (!Array.isArray(value)) {
    gatherDeclared(own(value, path[at + 1]!), path, lists, at + 1, lists[at + 1]!, leaves);
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
    for (let i = 0; i < value.length; i++) gather(own(value, i), path, at, leaves);
  } else if (at === path.length) {
    if (!isNull(value)) leaves.push(value);
  } else {
    gather(own(value, path[at]!), path, at + 1, leaves);
  }
}

/** Every way of not being there: absent, null, NaN and the infinities. */
export function isNull(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "number" && !Number.isFinite(value));
}
