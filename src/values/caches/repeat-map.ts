import { LruMap } from "../lru-map.ts";

/**
 * A set of recently used keys, for keys of which most are used once. It has two generations: when the newer one is full, it
 * replaces the older one. Stores a hash of 30 bits for each key, because long strings would stay in memory until the next full
 * garbage collection. Two keys with the same hash count as one.
 */
export class SeenKeys {
  readonly #capacity: number;
  #recent = new Set<number>();
  #older = new Set<number>();

  /**
   * @param capacity number of other keys between two uses of a key, up to which the key is known
   * @throws RangeError if `capacity` is not an integer >= 1.
   */
  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1)
      throw new RangeError(`capacity must be an integer >= 1, got ${String(capacity)}`);
    this.#capacity = capacity;
  }

  /**
   * Counts a use of a key. Returns whether it was used before.
   *
   * @param kind number that is a part of the key
   */
  isRepeated(key: string, kind = 0): boolean {
    const hash = hashOf(key, kind);
    if (this.#recent.has(hash)) return true;
    const isKnown = this.#older.has(hash);
    if (this.#recent.size >= this.#capacity) {
      this.#older = this.#recent;
      this.#recent = new Set();
    }
    this.#recent.add(hash);
    return isKnown;
  }
}

/** Returns a hash (FNV-1a) of 30 bits, which V8 stores without an object. */
function hashOf(text: string, kind: number): number {
  let hash = 0x811c9dc5 ^ kind;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
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
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const value = make();
    this.offer(key, () => value);
    return value;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  /** Keeps the value of a key if one was offered before. `make` is called only then. */
  offer(key: string, make: () => V): void {
    if (this.#seen.isRepeated(key)) this.#values.set(key, make());
  }
}

/** A key is known for at least this many times the capacity, so that keys between two uses do not displace it. */
export const KEYS_PER_VALUE = 4;
