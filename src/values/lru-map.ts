/**
 * A map that holds so many entries and forgets the one used longest ago. Every cache of collation is one: locales,
 * needles and headers come from outside, so none of them may grow for ever.
 *
 * @example
 * const cache = new LruMap<string, number>(2);
 * cache.set("a", 1); cache.set("b", 2); cache.get("a"); cache.set("c", 3);
 * cache.get("b") // undefined
 */
export class LruMap<K, V> {
  readonly capacity: number;
  readonly #entries = new Map<K, V>();

  /** @throws RangeError if `capacity` is no whole number above zero. */
  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1)
      throw new RangeError("capacity must be a whole number above 0");
    this.capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The value of a key, which becomes the one used last. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
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
  }

  /** The value of a key, made if there is none. */
  getOrCreate(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }
}
