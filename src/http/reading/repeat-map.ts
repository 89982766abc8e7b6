import { LruMap } from "../../values/lru-map.ts";

/** Recently used keys, of which most are used once. */
export class SeenKeys {
  readonly #seen: LruMap<string, true>;

  /** @throws RangeError if `capacity` is not an integer >= 1. */
  constructor(capacity: number) {
    this.#seen = new LruMap(capacity);
  }

  /** Counts a use of a key. Returns whether it was used before. */
  isRepeated(key: string): boolean {
    if (this.#seen.get(key) !== undefined) return true;
    this.#seen.set(key, true);
    return false;
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

/** A key is known for this many times the capacity, so that keys between two uses do not displace it. */
export const KEYS_PER_VALUE = 4;
