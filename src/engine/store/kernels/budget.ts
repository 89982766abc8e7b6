/**
 * The bytes that a collection may take beside its rows, and those that it takes. Whatever allocates more than some
 * kilobytes takes them here first, and gives them back when it lets them go.
 */
export class Budget {
  readonly limit: number;
  #bytes = 0;

  /** @throws RangeError for a limit that is no number of bytes. */
  constructor(limit = Infinity) {
    if (!(limit >= 0)) throw new RangeError(`maxBytes is a number of bytes from 0 on, not ${limit}.`);
    this.limit = limit;
  }

  /** Bytes that are taken. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @throws MemoryLimitError if there would be too many. Nothing is taken then. */
  take(bytes: number): void {
    if (this.#bytes + bytes > this.limit) throw new MemoryLimitError(bytes, this.#bytes, this.limit);
    this.#bytes += bytes;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** What one owner has taken of a budget. */
export class Share {
  readonly #budget: Budget;
  #bytes = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Has so many bytes from now on. @throws MemoryLimitError if there are not as many; it has what it had then. */
  set(bytes: number): void {
    if (bytes > this.#bytes) this.#budget.take(bytes - this.#bytes);
    else this.#budget.give(this.#bytes - bytes);
    this.#bytes = bytes;
  }

  release(): void {
    this.set(0);
  }
}

/**
 * About what a different value costs in a dictionary: a place in a list, and one in a hash table, which has up to twice
 * as many as it needs. The value itself is the row's.
 */
export const ENTRY_BYTES = 56;

/** What a place in a list costs. */
export const PLACE_BYTES = 8;

/**
 * A collection would take more memory than it may, or than there is. What was asked is not done; what was there before
 * is there as it was.
 */
export class MemoryLimitError extends Error {
  override readonly name = "MemoryLimitError";
  /** What tells this error from others, also where two copies of the package are loaded. */
  readonly code = "memory-limit";
  /** Bytes that were to be taken. */
  readonly wanted: number;
  /** Bytes that were taken already. */
  readonly used: number;
  /** The most that may be taken: the collection's `maxBytes`. Undefined where it is the platform that has no more. */
  readonly limit: number | undefined;

  constructor(wanted: number, used: number, limit: number | undefined) {
    const first =
      limit === undefined
        ? "There is no more memory for the collection."
        : `The collection may take ${inWords(limit)} beside its rows.`;
    super(`${first} It takes ${inWords(used)}, and this needs ${inWords(wanted)} more.`);
    this.wanted = wanted;
    this.used = used;
    this.limit = limit;
  }
}

function inWords(bytes: number): string {
  return `${bytes.toLocaleString("en-US")} bytes`;
}
