import { withCapacity, capacityFor } from "../kernels/growable-buffers.ts";
import { AMBIGUOUS, NULL_STRING, type Kernels, type Slab } from "../kernels/kernels.ts";

/**
 * Assigns ids to distinct strings in order of appearance; null has 0. Strings are looked up by their bytes,
 * which are stored contiguously. Accessing the scattered strings themselves would dominate the cost.
 */
export class StringDictionary {
  readonly values: (string | null)[] = [null];
  readonly #kernels: Kernels;
  #bytes: Slab | undefined;
  readonly #units: Slab;
  readonly #found: Slab;
  #slots: Slab;
  #slotCount = 4096;
  #entries: Slab;
  #texts: Slab;
  /** Strings that their bytes do not identify, and long strings. */
  readonly #ambiguous = new Map<string, number>();

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    const made: Slab[] = [];
    const allocate = (bytes: number): Slab => {
      try {
        const slab = kernels.allocate(bytes);
        made.push(slab);
        return slab;
      } catch (error) {
        for (const slab of made) kernels.release(slab);
        throw error;
      }
    };
    this.#units = allocate(BATCH_STRINGS * 4);
    this.#found = allocate(BATCH_STRINGS * 4);
    this.#slots = allocate(this.#slotCount * 4);
    this.#entries = allocate((BATCH_STRINGS + 2) * 8);
    this.#texts = allocate(BATCH_STRINGS * 16);
  }

  /**
   * Looks up the ids of strings and passes them to `report` in batches. The array is reused for the next batch.
   */
  find(texts: readonly (string | null)[], report?: (from: number, ids: Uint32Array) => void): void {
    for (let from = 0; from < texts.length;) {
      let units = 0;
      let areLong = false;
      let end = from;
      const last = Math.min(from + BATCH_STRINGS, texts.length);
      const lengths = this.#units.u32();
      while (end < last && units <= MAX_BATCH_UNITS) {
        const text = texts[end] as string | null;
        const isTooLong = isLong(text);
        areLong ||= isTooLong;
        lengths[end - from] = text === null || isTooLong ? NULL_STRING : text.length;
        units += isTooLong ? 1 : (text?.length ?? 0) + 1;
        end++;
      }
      this.#findSome(texts.slice(from, end), units, areLong);
      report?.(from, this.#found.u32().subarray(0, end - from));
      from = end;
    }
  }

  release(): void {
    for (const slab of [this.#bytes, this.#units, this.#found, this.#slots, this.#entries, this.#texts])
      if (slab !== undefined) this.#kernels.release(slab);
  }

  /** @param areLong whether any string is too long for the table */
  #findSome(texts: readonly (string | null)[], units: number, areLong: boolean): void {
    // The separator keeps surrogates of adjacent strings apart.
    const joined = (areLong ? texts.map((text) => (isLong(text) ? null : text)) : texts).join("\0");
    const bytes = (this.#bytes = this.#room(this.#bytes, units * 3 + PADDING_BYTES));
    const { written } = new TextEncoder().encodeInto(joined, bytes.u8());
    this.#makeRoom(texts.length, written);
    const { values } = this;
    const count = this.#kernels.intern(
      { bytes, units: this.#units, count: texts.length },
      {
        slots: this.#slots,
        slotCount: this.#slotCount,
        entries: this.#entries,
        texts: this.#texts,
        count: values.length,
      },
      this.#found,
    );
    const found = this.#found.u32();
    for (let i = 0; values.length < count; i++) if (found[i] === values.length) values.push(texts[i]!);
    for (let i = 0; i < texts.length; i++)
      if (found[i] === AMBIGUOUS || (areLong && isLong(texts[i]!))) found[i] = this.#lookUp(texts[i]!);
  }

  #lookUp(text: string): number {
    const known = this.#ambiguous.get(text);
    if (known !== undefined) return known;
    const id = this.values.length;
    this.values.push(text);
    this.#ambiguous.set(text, id);
    // It has no bytes in the table.
    const entries = this.#entries.u32();
    entries[id * 2 + 3] = entries[id * 2 + 1]!;
    return id;
  }

  /** Reserves capacity for more strings and bytes. */
  #makeRoom(count: number, bytes: number): void {
    const ids = this.values.length + count + 1;
    this.#entries = this.#room(this.#entries, ids * 8);
    const end = this.#entries.u32()[this.values.length * 2 + 1]!;
    this.#texts = this.#room(this.#texts, end + bytes + PADDING_BYTES);
    if (ids * 2 > this.#slotCount) this.#rehash(2 ** Math.ceil(Math.log2(ids * 4)));
  }

  #room(slab: Slab | undefined, bytes: number): Slab {
    if (slab === undefined) return this.#kernels.allocate(bytes);
    return bytes <= slab.bytes ? slab : withCapacity(this.#kernels, slab, capacityFor(bytes, slab.bytes));
  }

  /** Rehashes all strings into more slots. */
  #rehash(slotCount: number): void {
    const slab = this.#kernels.allocate(slotCount * 4);
    this.#kernels.release(this.#slots);
    this.#slots = slab;
    this.#slotCount = slotCount;
    const slots = slab.u32();
    const entries = this.#entries.u32();
    for (let id = 1; id < this.values.length; id++) {
      if (entries[id * 2 + 1] === entries[id * 2 + 3] && this.values[id] !== "") continue;
      let slot = entries[id * 2]! & (slotCount - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
      slots[slot] = id;
    }
  }
}

function isLong(text: string | null): boolean {
  return text !== null && text.length > MAX_BATCH_UNITS;
}

/** Most strings per batch. */
const BATCH_STRINGS = 1024;
/** Most UTF-16 units per batch. Longer strings are looked up separately. */
const MAX_BATCH_UNITS = 0x1_0000;
/** The kernel reads and writes 8 bytes at a time. */
const PADDING_BYTES = 8;
