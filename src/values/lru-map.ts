/**
 * A map that drops the least recently used entry when it is full. For caches whose keys come from users.
 *
 * @example
 * const cache = new LruMap<string, number>(2);
 * cache.set("a", 1); cache.set("b", 2); cache.get("a"); cache.set("c", 3);
 * cache.get("b") // undefined
 */
export class LruMap<K, V> {
  readonly capacity: number;
  readonly #entries = new Map<K, V>();
  /** The most recently used key, which needs no move. Undefined before the first use. */
  #newest: K | undefined;

  /** @throws RangeError if `capacity` is not an integer >= 1. */
  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1)
      throw new RangeError(`capacity must be an integer >= 1, got ${String(capacity)}`);
    this.capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the value of a key and makes the key the most recently used one. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined || key === this.#newest) return value;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#newest = key;
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.capacity) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    this.#entries.set(key, value);
    this.#newest = key;
  }

  getOrCreate(key: K, make: () => V): V {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const value = make();
    this.set(key, value);
    return value;
  }
}
