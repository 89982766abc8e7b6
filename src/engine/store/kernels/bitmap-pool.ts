import type { Kernels, Slab } from "./kernels.ts";
import type { Task } from "../tasks/task.ts";

export class BitmapPool {
  readonly #kernels: Kernels;
  #bytes = 0;
  #free: Slab[] = [];
  #isClosed = false;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  /** Lends a bitmap of `bytes` bytes to `work`. Its initial content is undefined. */
  use<T>(bytes: number, work: (slab: Slab) => T): T {
    const slab = this.take(bytes);
    try {
      return work(slab);
    } finally {
      this.putBack(slab);
    }
  }

  *useInTask<T>(bytes: number, work: (slab: Slab) => Task<T>): Task<T> {
    const slab = this.take(bytes);
    try {
      return yield* work(slab);
    } finally {
      this.putBack(slab);
    }
  }

  /** Lends two bitmaps. */
  *useTwoInTask<T>(bytes: number, work: (first: Slab, second: Slab) => Task<T>): Task<T> {
    const [first, second] = this.takeTwo(bytes);
    try {
      return yield* work(first, second);
    } finally {
      this.putBack(first, second);
    }
  }

  close(): void {
    this.release();
    this.#isClosed = true;
  }

  /** Lends a bitmap until `putBack` is called. Its initial content is undefined. */
  take(bytes: number): Slab {
    if (bytes !== this.#bytes) {
      this.release();
      this.#bytes = bytes;
    }
    return this.#free.pop() ?? this.#kernels.allocate(bytes);
  }

  /** Lends two bitmaps, or none if there is no memory for both. */
  takeTwo(bytes: number): readonly [Slab, Slab] {
    const first = this.take(bytes);
    try {
      return [first, this.take(bytes)];
    } catch (error) {
      this.putBack(first);
      throw error;
    }
  }

  putBack(...slabs: readonly Slab[]): void {
    for (const slab of slabs) {
      const isKept = slab.bytes === this.#bytes && this.#free.length < MAX_FREE_BITMAPS && !this.#isClosed;
      if (isKept) this.#free.push(slab);
      else this.#kernels.release(slab);
    }
  }

  release(): void {
    for (const slab of this.#free) this.#kernels.release(slab);
    this.#free = [];
  }
}

const MAX_FREE_BITMAPS = 16;
