import { forEachRow } from "../kernels/growable-buffers.ts";
import { Reservation } from "../kernels/budget.ts";
import { bitmapWordCount, type Kernels, type Slab } from "../kernels/kernels.ts";
import { tryAllocate } from "../kernels/try-allocate.ts";

/**
 * Rows that match recent conditions, so that requests that share an expensive condition evaluate it once. The least
 * recently used condition comes first.
 */
export class CachedMatches {
  readonly #kernels: Kernels;
  readonly #maxConditions: number;
  readonly #conditions = new Map<string, ConditionMatches>();

  constructor(kernels: Kernels, maxConditions: number) {
    this.#kernels = kernels;
    this.#maxConditions = maxConditions;
  }

  /**
   * Returns the cache entry of a condition. Another request may drop its rows at any time.
   *
   * @param key text that identifies the condition, its member and its locale
   * @param functions the functions that the condition calls; an entry with other functions is replaced
   */
  of(key: string, functions: object): ConditionMatches {
    const cached = this.#conditions.get(key);
    this.#conditions.delete(key);
    if (cached?.functions !== functions) cached?.release();
    const entry =
      cached?.functions === functions ? cached : new ConditionMatches(key, this.#kernels, functions);
    this.#conditions.set(key, entry);
    if (this.#conditions.size > this.#maxConditions) {
      const [oldest, dropped] = this.#conditions.entries().next().value!;
      this.#conditions.delete(oldest);
      dropped.release();
    }
    return entry;
  }

  /** Returns whether an entry is still in the cache, and makes it the most recently used one. */
  isKept(entry: ConditionMatches): boolean {
    const { key } = entry;
    if (this.#conditions.get(key) !== entry) return false;
    this.#conditions.delete(key);
    this.#conditions.set(key, entry);
    return true;
  }

  clear(): void {
    for (const entry of this.#conditions.values()) entry.release();
    this.#conditions.clear();
  }
}

/** Rows that match one condition, tombstones included. */
export class ConditionMatches {
  readonly key: string;
  readonly functions: object;
  readonly #kernels: Kernels;
  readonly #reservation: Reservation;
  /** Work that requests have lost because the rows are not cached. Infinity if they must not be. */
  #lost = 0;
  #bitmap: Slab | undefined;
  #rows: Uint32Array | undefined;
  #count = 0;
  #isReleased = false;

  constructor(key: string, kernels: Kernels, functions: object) {
    this.key = key;
    this.#kernels = kernels;
    this.#reservation = new Reservation(kernels.budget);
    this.functions = functions;
  }

  /** Whether the matching rows are cached. */
  get isKnown(): boolean {
    return this.#bitmap !== undefined || this.#rows !== undefined;
  }

  /** Number of matching rows. Requires `isKnown`. */
  get count(): number {
    return this.#count;
  }

  /** Matching rows, if there are few. */
  get rows(): Uint32Array | undefined {
    return this.#rows;
  }

  /**
   * Counts the work that a request loses because the rows are not cached. Returns whether earlier requests have lost as much as
   * caching them costs.
   */
  isWorthCaching(loss: number, cost: number): boolean {
    if (this.#isReleased || this.#lost === Infinity) return false;
    const isWorth = this.#lost >= cost;
    this.#lost += loss;
    return isWorth;
  }

  /** Copies the matching rows. Keeps nothing if less than half of the memory budget would remain. */
  keep(matches: Slab, rows: number): void {
    const words = bitmapWordCount(rows);
    const { budget } = this.#kernels;
    // Do not try again, because other data has filled the memory.
    this.#lost = Infinity;
    if (this.#isReleased || this.isKnown || budget.bytes + words * 4 > budget.limit / 2) return;
    const count = this.#kernels.popcount(matches, words);
    if (count <= words) {
      this.#reservation.set(count * 4);
      const array = new Uint32Array(count);
      let i = 0;
      forEachRow(matches.u32(), rows, (row) => {
        array[i++] = row;
      });
      this.#rows = array;
    } else {
      this.#bitmap = tryAllocate(() => this.#kernels.allocate(words * 4));
      this.#bitmap?.u32().set(matches.u32().subarray(0, words));
    }
    this.#count = count;
  }

  /** Writes the matching rows of `within` to `out`. Requires `isKnown` and two different slabs. */
  write(within: Slab, out: Slab): void {
    const words = out.bytes / 4;
    const [from, to] = [within.u32(), out.u32()];
    if (this.#rows === undefined) {
      to.set(from.subarray(0, words));
      this.#kernels.and(out, this.#bitmap!, words);
      return;
    }
    to.fill(0);
    for (const row of this.#rows) to[row >>> 5]! |= from[row >>> 5]! & (1 << (row & 31));
  }

  release(): void {
    this.#isReleased = true;
    this.#reservation.release();
    if (this.#bitmap !== undefined) this.#kernels.release(this.#bitmap);
    this.#bitmap = this.#rows = undefined;
  }
}
