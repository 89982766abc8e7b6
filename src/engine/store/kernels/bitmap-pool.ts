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
    const slab = this.#take(bytes);
    try {
      return work(slab);
    } finally {
      this.#putBack(slab);
    }
  }

  *useInTask<T>(bytes: number, work: (slab: Slab) => Task<T>): Task<T> {
    const slab = this.#take(bytes);
    try {
      return yield* work(slab);
    } finally {
      this.#putBack(slab);
    }
  }

  close(): void {
    this.release();
    this.#isClosed = true;
  }

  #take(bytes: number): Slab {
    if (bytes !== this.#bytes) {
      this.release();
      this.#bytes = bytes;
    }
    return this.#free.pop() ?? this.#kernels.allocate(bytes);
  }

  #putBack(slab: Slab): void {
    const isKept = slab.bytes === this.#bytes && this.#free.length < MAX_FREE_BITMAPS && !this.#isClosed;
    if (isKept) this.#free.push(slab);
    else this.#kernels.release(slab);
  }

  release(): void {
    for (const slab of this.#free) this.#kernels.release(slab);
    this.#free = [];
  }
}

const MAX_FREE_BITMAPS = 16;
