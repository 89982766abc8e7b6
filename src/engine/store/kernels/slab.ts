/**
 * Block of kernel memory. Get its views (`u8`, `u16`, …) anew for each use, because memory growth detaches
 * them.
 */
export interface Slab {
  readonly bytes: number;
  readonly address: number;
  readonly u8: () => Uint8Array;
  readonly u16: () => Uint16Array;
  readonly u32: () => Uint32Array;
  readonly f64: () => Float64Array;
}

/** Hash table of distinct strings. The caller must make room for all strings of a batch first. */
export interface StringTable {
  /**
   * Hash slots: each contains the id of a string, or 0 if it is free (linear probing). The number of slots is
   * a power of two.
   */
  readonly slots: Slab;
  readonly slotCount: number;
  /** Hash of each string and its offset in `strings`, by id. A string ends at the offset of the next id. */
  readonly entries: Slab;
  /** Bytes of the distinct strings, plus 8 bytes of padding, because the kernel writes 8 bytes at a time. */
  readonly strings: Slab;
  readonly count: number;
}
