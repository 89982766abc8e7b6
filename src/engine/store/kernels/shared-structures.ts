import type { Task } from "../tasks/task.ts";
import type { Slab } from "./slab.ts";

/** What a structure consists of, such as an index or the ranks of values. */
export interface StructureImage<S = unknown> {
  /** What JSON can represent. */
  readonly state: S;
  readonly slabs: readonly Slab[];
}

/** Structures that several threads have in common, by their names. They never change. */
export interface SharedStructures {
  /** Returns what a thread has built. Undefined if no thread has finished it. */
  readonly find: (name: string) => StructureImage | undefined;
  /** Returns whether another thread is building the structure. */
  readonly isBuilding: (name: string) => boolean;
  /**
   * Builds a structure, or waits for the thread that does. Returns what `start` has built if there is no memory that all threads could
   * read. Otherwise the slabs of `start` are released.
   */
  readonly build: <T extends StructureImage | undefined>(
    name: string,
    start: () => Task<T>,
  ) => Task<T | StructureImage>;
}

/** Returns a slab over an array, which need not be released. Its address is 0, which no other slab has. */
export function slabOver(array: Uint32Array): Slab {
  const { buffer, byteOffset, byteLength } = array;
  const u8 = () => new Uint8Array(buffer, byteOffset, byteLength);
  const reject = (): never => {
    throw new TypeError("internal: an array of 32-bit numbers has no other numbers");
  };
  return { bytes: byteLength, address: 0, u8, u32: () => array, u16: reject, f64: reject };
}
