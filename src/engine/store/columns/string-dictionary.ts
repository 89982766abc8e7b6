import { grown, roomFor } from "../kernels/growable-buffers.ts";
import { ASK, NO_TEXT, type Kernels, type Slab } from "../kernels/kernels.ts";

/**
 * Different texts, in the order in which they are found, and the place of each. The first is null. They are looked up by
 * their bytes, which lie close together: the texts themselves lie where their rows do, and a look at one costs more than
 * all else.
 */
export class TextDictionary {
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
  readonly #asked = new Map<string, number>();

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
    this.#units = allocate(AT_ONCE * 4);
    this.#found = allocate(AT_ONCE * 4);
    this.#slots = allocate(this.#slotCount * 4);
    this.#entries = allocate((AT_ONCE + 2) * 8);
    this.#texts = allocate(AT_ONCE * 16);
  }

  /** Tells the places of some texts after others. What it tells is good until the next ones. */
  find(texts: readonly (string | null)[], tell?: (from: number, places: Uint32Array) => void): void {
    for (let from = 0; from < texts.length;) {
      let units = 0;
      let areLong = false;
      let end = from;
      const last = Math.min(from + AT_ONCE, texts.length);
      const lengths = this.#units.u32();
      while (end < last && units <= MOST_UNITS) {
        const text = texts[end] as string | null;
        const isAsked = isLong(text);
        areLong ||= isAsked;
        lengths[end - from] = text === null || isAsked ? NO_TEXT : text.length;
        units += isAsked ? 1 : (text?.length ?? 0) + 1;
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
    const bytes = (this.#bytes = this.#room(this.#bytes, units * 3 + PADDING));
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
        places: values.length,
      },
      this.#found,
    );
    const found = this.#found.u32();
    for (let i = 0; values.length < count; i++) if (found[i] === values.length) values.push(texts[i]!);
    for (let i = 0; i < texts.length; i++)
      if (found[i] === ASK || (areLong && isLong(texts[i]!))) found[i] = this.#ask(texts[i]!);
  }

  #ask(text: string): number {
    const known = this.#asked.get(text);
    if (known !== undefined) return known;
    const place = this.values.length;
    this.values.push(text);
    this.#asked.set(text, place);
    // Among those that are found by their bytes it has none.
    const entries = this.#entries.u32();
    entries[place * 2 + 3] = entries[place * 2 + 1]!;
    return place;
  }

  /** Room for so many more texts, of so many bytes. */
  #makeRoom(count: number, bytes: number): void {
    const places = this.values.length + count + 1;
    this.#entries = this.#room(this.#entries, places * 8);
    const end = this.#entries.u32()[this.values.length * 2 + 1]!;
    this.#texts = this.#room(this.#texts, end + bytes + PADDING);
    if (places * 2 > this.#slotCount) this.#spread(2 ** Math.ceil(Math.log2(places * 4)));
  }

  #room(slab: Slab | undefined, bytes: number): Slab {
    if (slab === undefined) return this.#kernels.allocate(bytes);
    return bytes <= slab.bytes ? slab : grown(this.#kernels, slab, roomFor(bytes, slab.bytes));
  }

  /** Places all anew in more slots. */
  #spread(slotCount: number): void {
    const slab = this.#kernels.allocate(slotCount * 4);
    this.#kernels.release(this.#slots);
    this.#slots = slab;
    this.#slotCount = slotCount;
    const slots = slab.u32();
    const entries = this.#entries.u32();
    for (let place = 1; place < this.values.length; place++) {
      if (entries[place * 2 + 1] === entries[place * 2 + 3] && this.values[place] !== "") continue;
      let slot = entries[place * 2]! & (slotCount - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
      slots[slot] = place;
    }
  }
}

function isLong(text: string | null): boolean {
  return text !== null && text.length > MOST_UNITS;
}

/** So many texts are looked up at once. */
const AT_ONCE = 1024;
/** Unless they have more letters than these, or one more text of so many. */
const MOST_UNITS = 0x1_0000;
/** Eight bytes at a time are read, and written. */
const PADDING = 8;
