/*
 * JavaScript engines count the memory outside of their heap, to know when to look for garbage. V8 marks all objects of the heap when
 * 64 MB were added, which takes longer than building several columns of a million rows. It does not count shared memory. Columns are
 * therefore in shared memory, and tamis tells V8 of it in larger portions.
 */

/** Maximum number of bytes that V8 does not know of, in all collections of a thread. */
export const MAX_UNCOUNTED_BYTES = 256 * 1024 * 1024;

/** Part of `total` that belongs to one memory. */
interface Share {
  bytes: number;
}

let total = 0;

/** Returns the number of bytes of shared memories of this thread that V8 does not know of. */
export function uncountedBytes(): number {
  return total;
}

const freed = new FinalizationRegistry<Share>(({ bytes }) => void (total -= bytes));

/** The bytes of one shared memory that V8 does not know of. */
export class UncountedBytes {
  readonly #share: Share = { bytes: 0 };
  /** V8 counts these buffers, and frees them with the memory. As nothing is written to them, they take no physical memory. */
  readonly #counted: ArrayBuffer[] = [];

  constructor(memory: object) {
    freed.register(memory, this.#share);
  }

  /** Adds bytes of the memory that are used for the first time. */
  add(bytes: number): void {
    this.#share.bytes += bytes;
    total += bytes;
    if (total <= MAX_UNCOUNTED_BYTES) return;
    try {
      this.#counted.push(new ArrayBuffer(this.#share.bytes));
    } catch {
      // There is no memory for it, and V8 has already looked for garbage.
      return;
    }
    total -= this.#share.bytes;
    this.#share.bytes = 0;
  }
}
