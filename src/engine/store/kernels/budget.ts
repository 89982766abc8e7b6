/**
 * Memory budget of a collection, not counting its rows. Code that allocates more than a few kilobytes
 * reserves the bytes here first.
 */
export class Budget {
  readonly limit: number;
  #bytes = 0;

  constructor(limit = Infinity) {
    if (!(limit >= 0)) throw new RangeError(`maxBytes must be a number >= 0, got ${limit}`);
    this.limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @throws MemoryLimitError if the limit would be exceeded; then nothing is reserved */
  reserve(bytes: number): void {
    if (this.#bytes + bytes > this.limit) throw new MemoryLimitError(bytes, this.#bytes, this.limit);
    this.#bytes += bytes;
  }

  release(bytes: number): void {
    this.#bytes -= bytes;
  }
}

export class Reservation {
  readonly #budget: Budget;
  #bytes = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** @throws MemoryLimitError if the limit would be exceeded; then the reservation is unchanged */
  set(bytes: number): void {
    if (bytes > this.#bytes) this.#budget.reserve(bytes - this.#bytes);
    else this.#budget.release(this.#bytes - bytes);
    this.#bytes = bytes;
  }

  release(): void {
    this.set(0);
  }
}

/**
 * Estimated bytes of one dictionary entry: an array slot and up to two hash table slots. The value itself
 * belongs to the row.
 */
export const DICTIONARY_ENTRY_BYTES = 56;

export const ARRAY_SLOT_BYTES = 8;

/**
 * A collection needs more memory than its limit or the platform allows. The failed operation had no effect.
 */
export class MemoryLimitError extends Error {
  override readonly name = "MemoryLimitError";
  /** Identifies the error even if two copies of the package are loaded. */
  readonly code = "memory-limit";
  readonly wanted: number;
  readonly used: number;
  /** Memory budget in bytes. Undefined if the platform, not the budget, ran out of memory. */
  readonly limit: number | undefined;

  constructor(wanted: number, used: number, limit: number | undefined) {
    const first =
      limit === undefined
        ? "The platform has no more memory."
        : `The collection may use ${formatBytes(limit)} in addition to its rows.`;
    super(`${first} It uses ${formatBytes(used)} and needs ${formatBytes(wanted)} more.`);
    this.wanted = wanted;
    this.used = used;
    this.limit = limit;
  }
}

function formatBytes(bytes: number): string {
  return `${bytes.toLocaleString("en-US")} bytes`;
}
