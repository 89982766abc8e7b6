import { MemoryLimitError } from "../../../src/engine/store/kernels/budget.ts";
import type { Kernels, Slab } from "../../../src/engine/store/kernels/kernels.ts";

/**
 * Kernels that forgive nothing: what is released is spoiled at once, and must not be released again. Told so, they have
 * no memory any more after so many slabs.
 */
export interface StrictKernels {
  readonly kernels: Kernels;
  readonly failAfter: (slabs: number) => void;
  /** Slabs that are not released. */
  readonly held: () => number;
}

class PlannedError extends MemoryLimitError {
  constructor(bytes: number) {
    super(bytes, 0, 0);
  }
}

export function strictKernels(kernels: Kernels): StrictKernels {
  const held = new Set<Slab>();
  let left = Infinity;
  const allocate: Kernels["allocate"] = (bytes) => {
    if (left-- <= 0) throw new PlannedError(bytes);
    const slab = kernels.allocate(bytes);
    held.add(slab);
    return slab;
  };
  const release: Kernels["release"] = (slab) => {
    if (!held.delete(slab)) throw new Error("A slab is released that is not held.");
    slab.u8().fill(SPOILED);
    kernels.release(slab);
  };
  return {
    kernels: { ...kernels, allocate, release },
    failAfter: (slabs) => void (left = slabs),
    held: () => held.size,
  };
}

/** No byte of UTF-8, no code that is there, as a double a number that is found in no row. */
const SPOILED = 0xa5;

export function isPlanned(error: unknown): boolean {
  return error instanceof PlannedError;
}
