import { LruMap } from "../../values/lru-map.ts";

/** Recently used keys, of which most are used once. Two generations bound their number without counting each use. */
export class SeenKeys {
  readonly #capacity: number;
  #recent = new Set<string>();
  #older = new Set<string>();

  /**
   * @param capacity number of other keys between two uses of a key, up to which the key is known
   * @throws RangeError if `capacity` is not an integer >= 1.
   */
  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1)
      throw new RangeError(`capacity must be an integer >= 1, got ${String(capacity)}`);
    this.#capacity = capacity;
  }

  /** Counts a use of a key. Returns whether it was used before. */
  isRepeated(key: string): boolean {
    if (this.#recent.has(key)) return true;
    const isKnown = this.#older.has(key);
    if (this.#recent.size >= this.#capacity) {
      this.#older = this.#recent;
      this.#recent = new Set();
    }
    this.#recent.add(key);
    return isKnown;
  }
}

/**
 * A map that keeps a value when it is made for the second time, and drops the least recently used value when it is full. For
 * values that take more memory than their keys, if most keys are used once.
 *
 * @example
 * const cache = new RepeatMap<object>(2);
 * cache.getOrMake("a", () => ({})) === cache.getOrMake("a", () => ({})) // false
 * cache.getOrMake("a", () => ({})) === cache.getOrMake("a", () => ({})) // true
 */
export class RepeatMap<V> {
  readonly #values: LruMap<string, V>;
  readonly #seen: SeenKeys;

  /** @throws RangeError if `capacity` is not an integer >= 1. */
  constructor(capacity: number) {
    this.#values = new LruMap(capacity);
    this.#seen = new SeenKeys(capacity * KEYS_PER_VALUE);
  }

  /** Returns the value of a key, or makes one. */
  getOrMake(key: string, make: () => V): V {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (this.#seen.isRepeated(key)) this.#values.set(key, value);
    return value;
  }
}

/** A key is known for at least this many times the capacity, so that keys between two uses do not displace it. */
export const KEYS_PER_VALUE = 4;
