import type { Kernels, Slab } from "./kernels.ts";
import type { Task } from "../tasks/task.ts";

/** Bitmaps that are needed for a moment. Those that are given back are used again. */
export class Scratch {
  readonly #kernels: Kernels;
  #bytes = 0;
  #free: Slab[] = [];
  #isClosed = false;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  /** A bitmap for the duration of the work. What is in it is left from before. */
  use<T>(bytes: number, work: (slab: Slab) => T): T {
    const slab = this.#take(bytes);
    try {
      return work(slab);
    } finally {
      this.#give(slab);
    }
  }

  /** The same for work in steps. */
  *useInSteps<T>(bytes: number, work: (slab: Slab) => Task<T>): Task<T> {
    const slab = this.#take(bytes);
    try {
      return yield* work(slab);
    } finally {
      this.#give(slab);
    }
  }

  /** Keeps none from now on. */
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

  #give(slab: Slab): void {
    const isKept = slab.bytes === this.#bytes && this.#free.length < MOST_KEPT && !this.#isClosed;
    if (isKept) this.#free.push(slab);
    else this.#kernels.release(slab);
  }

  release(): void {
    for (const slab of this.#free) this.#kernels.release(slab);
    this.#free = [];
  }
}

const MOST_KEPT = 16;
