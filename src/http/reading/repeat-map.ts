import { LruMap } from "../../values/lru-map.ts";

/**
 * A map that keeps a value when its key is set for the second time, and drops the least recently used value when it is full. For
 * values that take more memory than their keys, if most keys are used once.
 *
 * @example
 * const cache = new RepeatMap<object>(2);
 * cache.set("a", {}); cache.get("a") // undefined
 * cache.set("a", {}); cache.get("a") // {}
 */
export class RepeatMap<V> {
  readonly #values: LruMap<string, V>;
  readonly #seen: LruMap<string, true>;

  /** @throws RangeError if `capacity` is not an integer >= 1. */
  constructor(capacity: number) {
    this.#values = new LruMap(capacity);
    this.#seen = new LruMap(capacity * KEYS_PER_VALUE);
  }

  /** Returns the value of a key and makes the key the most recently used one. */
  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: V): void {
    if (this.#seen.get(key) === undefined) this.#seen.set(key, true);
    else this.#values.set(key, value);
  }
}

/** A key is known for this many times the capacity, so that keys between two uses do not displace it. */
const KEYS_PER_VALUE = 4;
