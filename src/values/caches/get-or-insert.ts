/** Returns the value of a key. If the map lacks it, makes and inserts it. Equivalent to the later `getOrInsertComputed` of maps. */
export function getOrInsert<K, V>(
  map: { readonly get: (key: K) => V | undefined; readonly set: (key: K, value: V) => unknown },
  key: K,
  make: () => V,
): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
