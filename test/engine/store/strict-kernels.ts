import { MemoryLimitError } from "../../../src/engine/store/kernels/budget.ts";
import type { Kernels, Slab } from "../../../src/engine/store/kernels/kernels.ts";

/** Kernels that detect misuse: released slabs are overwritten at once and cannot be released twice. */
export interface StrictKernels {
  readonly kernels: Kernels;
  /** Makes all allocations after the next `slabs` ones fail. */
  readonly failAfter: (slabs: number) => void;
  /** Returns the number of slabs that are not released. */
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
    if (!held.delete(slab)) throw new Error("The slab is not allocated, or was released before");
    slab.u8().fill(SPOILED);
    kernels.release(slab);
  };
  return {
    kernels: { ...kernels, allocate, release },
    failAfter: (slabs) => void (left = slabs),
    held: () => held.size,
  };
}

/** Not a byte of UTF-8, and neither a code nor (as a double) a number of any test. */
const SPOILED = 0xa5;

export function isPlanned(error: unknown): boolean {
  return error instanceof PlannedError;
}
