import { withCapacity, capacityFor } from "../kernels/growable-buffers.ts";
import { AMBIGUOUS, NULL_STRING, type Kernels, type Slab } from "../kernels/kernels.ts";

/**
 * Different texts, in the order in which they are found, and the place of each. The first is null. They are looked up by
 * their bytes, which lie close together: the texts themselves lie where their rows do, and a look at one costs more than
 * all else.
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
  /** Texts that bytes do not tell apart. */
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

  /** Tells the places of some texts after others. What it tells is good until the next ones. */
  find(texts: readonly (string | null)[], tell?: (from: number, ids: Uint32Array) => void): void {
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
      tell?.(from, this.#found.u32().subarray(0, end - from));
      from = end;
    }
  }

  release(): void {
    for (const slab of [this.#bytes, this.#units, this.#found, this.#slots, this.#entries, this.#texts])
      if (slab !== undefined) this.#kernels.release(slab);
  }

  /** @param areLong whether there is one among them that is looked up by itself */
  #findSome(texts: readonly (string | null)[], units: number, areLong: boolean): void {
    // No letter of one text pairs with one of the next: there is one between them.
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
    // Among those that are found by their bytes it has none.
    const entries = this.#entries.u32();
    entries[id * 2 + 3] = entries[id * 2 + 1]!;
    return id;
  }

  /** Room for so many more texts, of so many bytes. */
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

  /** Places all anew in more slots. */
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

/** So many texts are looked up at once. */
const BATCH_STRINGS = 1024;
/** Unless they have more letters than these, or one more text of so many. */
const MAX_BATCH_UNITS = 0x1_0000;
/** Eight bytes at a time are read, and written. */
const PADDING_BYTES = 8;
