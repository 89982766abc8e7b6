/**
 * Map for many keys that grows in small steps. A `Map` copies all its entries when it grows, which takes 100 milliseconds
 * for a million of them. Keys are compared as in `Map`.
 */
export class ShardedMap<K, V> {
  /** The only map, until it is divided. */
  #undivided: Map<K, V> | undefined = new Map();
  #shards: readonly Map<K, V>[] = [];

  get(key: K): V | undefined {
    // Equivalent to `this.#shardOf(key).get(key)`. Inlined for maps that are not divided, because groups read one for each
    // row.
    const undivided = this.#undivided;
    return undivided === undefined ? this.#shardOf(key).get(key) : undivided.get(key);
  }

  has(key: K): boolean {
    return this.#shardOf(key).has(key);
  }

  set(key: K, value: V): void {
    this.#shardOf(key).set(key, value);
    const undivided = this.#undivided;
    if (undivided !== undefined && undivided.size > MAX_UNDIVIDED_ENTRIES) this.#divide(undivided);
  }

  delete(key: K): void {
    this.#shardOf(key).delete(key);
  }

  #shardOf(key: K): Map<K, V> {
    return this.#undivided ?? this.#shards[hashOf(key) & (SHARDS - 1)]!;
  }

  #divide(entries: ReadonlyMap<K, V>): void {
    this.#shards = Array.from({ length: SHARDS }, () => new Map<K, V>());
    this.#undivided = undefined;
    for (const [key, value] of entries) this.#shardOf(key).set(key, value);
  }
}

/** Number of maps of a divided map. A power of two. */
const SHARDS = 64;
/** Entries of a single map. Copying them takes a fraction of a millisecond. */
const MAX_UNDIVIDED_ENTRIES = 4096;

/** Returns a hash of a number or string, of which the lowest bits matter. Other keys share one hash. */
function hashOf(key: unknown): number {
  if (typeof key === "number") {
    const hash = Math.imul(key ^ (key * 65_536), 0x9e37_79b1);
    return hash >>> 24;
  }
  if (typeof key !== "string") return 0;
  let hash = key.length;
  for (let at = key.length - 1, last = Math.max(0, key.length - HASHED_CHARACTERS); at >= last; at--)
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Number of last characters that decide on the map of a string. */
const HASHED_CHARACTERS = 8;
