/**
 * Returns a row with one value. `undefined` is a missing value.
 *
 * @param lists for each property, the number of nested lists through which the path leads; the value is then a list of leaves
 * @example rowWith(["members", "name"], [1, 0], ["a", "b"]) // { members: [{ name: "a" }, { name: "b" }] }
 */
export function rowWith(path: readonly string[], lists: readonly number[], value: unknown): object {
  if (value === undefined) return {};
  const [key] = path;
  if (path.length === 1 && key !== "__proto__" && (lists[0] ?? 0) === 0) return { [key!]: value };
  const leaves = lists.some((depth) => depth > 0) ? (value as readonly unknown[]) : [value];
  return leaves.map((leaf) => rowOfLeaf(path, lists, leaf)).reduce<object>(mergeRows, {});
}

function rowOfLeaf(path: readonly string[], lists: readonly number[], leaf: unknown): object {
  let value = leaf;
  for (let i = path.length - 1; i >= 0; i--) {
    for (let depth = lists[i] ?? 0; depth > 0; depth--) value = [value];
    value = withProperty({}, path[i]!, value);
  }
  return value as object;
}

/** Merges objects property by property, and joins lists. Otherwise the second value wins. */
export function mergeRows(a: object, b: object): object {
  let merged = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = Object.hasOwn(merged, key) ? (merged as Record<string, unknown>)[key] : undefined;
    merged = withProperty(merged, key, mergeValues(before, value));
  }
  return merged;
}

function mergeValues(a: unknown, b: unknown): unknown {
  if (Array.isArray(a) && Array.isArray(b)) return [...(a as unknown[]), ...(b as unknown[])];
  return isPlain(a) && isPlain(b) ? mergeRows(a, b) : b;
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Sets an own property, also one with the name `__proto__`. */
function withProperty<T extends object>(object: T, key: string, value: unknown): T {
  return Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
