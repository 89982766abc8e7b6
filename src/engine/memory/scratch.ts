import type { Kernels, Slab } from "./kernels/kernels.ts";

/** Bitmaps that are needed for a moment. Those that are given back are used again. */
export class Scratch {
  readonly #kernels: Kernels;
  #bytes = 0;
  #free: Slab[] = [];

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  /** A bitmap for the duration of the work. What is in it is left from before. */
  use<T>(bytes: number, work: (slab: Slab) => T): T {
    if (bytes !== this.#bytes) {
      this.release();
      this.#bytes = bytes;
    }
    const slab = this.#free.pop() ?? this.#kernels.allocate(bytes);
    try {
      return work(slab);
    } finally {
      if (slab.bytes === this.#bytes && this.#free.length < MOST_KEPT) this.#free.push(slab);
      else this.#kernels.release(slab);
    }
  }

  release(): void {
    for (const slab of this.#free) this.#kernels.release(slab);
    this.#free = [];
  }
}

const MOST_KEPT = 16;
