import type { TextFolding } from "../../collation/text-folding.ts";
import type { Value } from "../../values/types.ts";
import { PLACE_BYTES, Share } from "./budget.ts";
import { FoldedTexts } from "./folded-texts.ts";
import { bitmapOf, grown, roomFor } from "./growing.ts";
import { SEPARATOR, type Blob, type Kernels, type Needle, type Slab } from "./kernels/kernels.ts";
import { needleOf, type Sought } from "./needle.ts";

/**
 * Texts that are nearly all different. They are kept as they are; for search they are written once, when the first
 * search asks for it, as UTF-8 one after another.
 */
export class TextColumn {
  readonly kind = "texts";
  readonly values: (string | null)[] = [];
  /** Rows whose text is not well formed: UTF-8 cannot hold it, so a search asks the text itself. */
  readonly illFormed: number[] = [];
  readonly #kernels: Kernels;
  readonly #share: Share;
  #valid: Slab | undefined;
  #bytes: Slab | undefined;
  #starts: Slab | undefined;
  /** Rows and bytes that are written. */
  #written = 0;
  #end = 1;
  /** How often each byte was written: a search begins with the rarest of its needle. */
  readonly #frequency = new Float64Array(256);
  #isTooLarge = false;
  readonly #folded = new Map<string, FoldedTexts>();

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#share = new Share(kernels.budget);
  }

  get rows(): number {
    return this.values.length;
  }

  append(values: readonly Value[]): boolean {
    this.#share.set((this.rows + values.length) * PLACE_BYTES);
    for (const value of values) this.values.push(typeof value === "string" ? value : null);
    if (this.#valid !== undefined) this.#kernels.release(this.#valid);
    this.#valid = undefined;
    return true;
  }

  valueAt(row: number): string | null {
    return this.values[row]!;
  }

  /** The rows that have a value. */
  valid(): Slab {
    this.#valid ??= bitmapOf(this.#kernels, this.rows, (row) => this.values[row] !== null);
    return this.#valid;
  }

  /** All texts as UTF-8, or undefined if they are too many for offsets of 32 bits. */
  blob(): Blob | undefined {
    if (this.#isTooLarge) return undefined;
    if (this.#written < this.rows && !this.#write()) return undefined;
    if (this.#bytes === undefined || this.#starts === undefined) return undefined;
    return { bytes: this.#bytes, starts: this.#starts, rows: this.rows };
  }

  /** A text as it is searched for. */
  needle(text: string, asks: Sought): Needle {
    return needleOf(text, asks, this.#frequency);
  }

  /**
   * The folded copies of the texts. Those that came since they were last folded are not among them. Of many foldings the
   * copies of those asked last are kept: locales come from outside.
   */
  folded(folding: TextFolding): FoldedTexts {
    const folded = this.#folded.get(folding.key) ?? new FoldedTexts(this.#kernels, folding);
    this.#folded.delete(folding.key);
    this.#folded.set(folding.key, folded);
    for (const [key, oldest] of this.#folded) {
      if (this.#folded.size <= MOST_FOLDED) break;
      if (oldest.isBusy) continue;
      oldest.release();
      this.#folded.delete(key);
    }
    return folded;
  }

  release(): void {
    for (const folded of this.#folded.values()) folded.release();
    this.#folded.clear();
    this.#share.release();
    for (const slab of [this.#valid, this.#bytes, this.#starts])
      if (slab !== undefined) this.#kernels.release(slab);
  }

  #write(): boolean {
    const encoder = new TextEncoder();
    let room = this.#end + PADDING;
    // A UTF-16 unit takes three bytes at the most.
    for (let row = this.#written; row < this.rows; row++) room += (this.values[row]?.length ?? 0) * 3 + 1;
    const scratch = new Uint8Array(Math.min(room, CHUNK));
    const starts = new Uint32Array(this.rows + 1 - this.#written);
    let chunks = this.#bytes ?? this.#kernels.allocate(Math.max(PADDING, Math.ceil(room / 3)));
    if (this.#bytes === undefined) chunks.u8()[0] = SEPARATOR;
    let filled = 0;
    const flush = () => {
      chunks = grown(this.#kernels, chunks, roomFor(this.#end + PADDING, chunks.bytes));
      chunks.u8().set(scratch.subarray(0, filled), this.#end - filled);
      for (let i = 0; i < filled; i++) this.#frequency[scratch[i]!]!++;
      filled = 0;
    };
    for (let row = this.#written; row < this.rows; row++) {
      const text = this.values[row] ?? "";
      starts[row - this.#written] = this.#end;
      if (text.length * 3 + 1 > scratch.length - filled) flush();
      if (text.length * 3 + 1 > scratch.length) {
        // A text larger than a chunk is written by itself.
        const bytes = encoder.encode(text);
        this.#end += bytes.length;
        if (!text.isWellFormed()) this.illFormed.push(row);
        chunks = grown(this.#kernels, chunks, roomFor(this.#end + PADDING, chunks.bytes));
        chunks.u8().set(bytes, this.#end - bytes.length);
      } else {
        const { written } = encoder.encodeInto(text, scratch.subarray(filled));
        filled += written;
        this.#end += written;
        if (written !== text.length && !text.isWellFormed()) this.illFormed.push(row);
      }
      if (filled === scratch.length) flush();
      scratch[filled++] = SEPARATOR;
      this.#end++;
      if (this.#end > MOST_BYTES) {
        this.#isTooLarge = true;
        this.#kernels.release(chunks);
        if (this.#starts !== undefined) this.#kernels.release(this.#starts);
        this.#bytes = this.#starts = undefined;
        return false;
      }
    }
    flush();
    starts[this.rows - this.#written] = this.#end;
    chunks.u8().fill(SEPARATOR, this.#end, this.#end + PADDING);
    this.#bytes = chunks;
    const size = roomFor(this.rows + 1, (this.#starts?.bytes ?? 0) / 4) * 4;
    this.#starts =
      this.#starts === undefined ? this.#kernels.allocate(size) : grown(this.#kernels, this.#starts, size);
    this.#starts.u32().set(starts, this.#written);
    this.#written = this.rows;
    return true;
  }
}

/** So many folded copies are kept. */
const MOST_FOLDED = 4;

/** After the last text there is room for whole vectors. */
const PADDING = 64;
const CHUNK = 1 << 20;
const MOST_BYTES = 0x7fff_0000;
