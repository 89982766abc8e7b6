import { allocateAll, capacityFor, withCapacity } from "../kernels/growable-buffers.ts";
import type { Kernels, Slab, StringTable } from "../kernels/kernels.ts";

/** Hash table of distinct byte strings that grows. Its strings have ids from 1 on. */
export class InternTable {
  readonly #kernels: Kernels;
  #slots: Slab;
  #slotCount = 4096;
  #entries: Slab;
  #strings: Slab;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    const slabs = allocateAll(kernels, [this.#slotCount * 4, INITIAL_IDS * 8, INITIAL_BYTES]);
    [this.#slots, this.#entries, this.#strings] = slabs as [Slab, Slab, Slab];
  }

  /** Hash of each string and its offset in `strings`, by id. A string ends at the offset of the next id. */
  get entries(): Uint32Array {
    return this.#entries.u32();
  }

  get strings(): Uint8Array {
    return this.#strings.u8();
  }

  /**
   * Returns the table with room for more strings.
   *
   * @param ids next id
   * @param count maximum number of new strings
   * @param bytes maximum length of all of them
   * @param isInTable returns whether the string of an id is looked up by its bytes
   */
  withRoom(ids: number, count: number, bytes: number, isInTable: (id: number) => boolean): StringTable {
    const max = ids + count + 1;
    this.#entries = this.#grow(this.#entries, max * 8);
    const end = this.#entries.u32()[ids * 2 + 1]!;
    this.#strings = this.#grow(this.#strings, end + bytes + PADDING_BYTES);
    if (max * 2 > this.#slotCount) this.#rehash(2 ** Math.ceil(Math.log2(max * 4)), ids, isInTable);
    return {
      slots: this.#slots,
      slotCount: this.#slotCount,
      entries: this.#entries,
      strings: this.#strings,
      count: ids,
    };
  }

  release(): void {
    for (const slab of [this.#slots, this.#entries, this.#strings]) this.#kernels.release(slab);
  }

  #grow(slab: Slab, bytes: number): Slab {
    return withCapacity(this.#kernels, slab, bytes <= slab.bytes ? bytes : capacityFor(bytes, slab.bytes));
  }

  #rehash(slotCount: number, ids: number, isInTable: (id: number) => boolean): void {
    const slab = this.#kernels.allocate(slotCount * 4);
    this.#kernels.release(this.#slots);
    this.#slots = slab;
    this.#slotCount = slotCount;
    const slots = slab.u32();
    const entries = this.#entries.u32();
    for (let id = 1; id < ids; id++) {
      if (!isInTable(id)) continue;
      let slot = entries[id * 2]! & (slotCount - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
      slots[slot] = id;
    }
  }
}

const INITIAL_IDS = 1026;
const INITIAL_BYTES = 1 << 14;
/** Bytes of padding, because the kernels read and write 8 bytes at a time. */
const PADDING_BYTES = 8;
