import { everyRow } from "./growable-buffers.ts";
import { bitmapBytes, wordsOf, type Kernels, type Slab } from "./kernels.ts";

/** Which rows are there: a bit for each of those that there were when it was made, or changed last. */
export class LiveRows {
  readonly #kernels: Kernels;
  #slab: Slab;
  #count: number | undefined;

  /** @param bits of the rows; all of them are there where it is not given */
  constructor(kernels: Kernels, rows: number, bits?: Uint32Array) {
    this.#kernels = kernels;
    if (bits === undefined) this.#slab = everyRow(kernels, rows);
    else {
      this.#slab = kernels.allocate(bits.length * 4);
      this.#slab.u32().set(bits);
    }
  }

  /** The bitmap. It is another one after a change. */
  get slab(): Slab {
    return this.#slab;
  }

  get count(): number {
    this.#count ??= this.#kernels.popcount(this.#slab, this.#slab.bytes / 4);
    return this.#count;
  }

  has(row: number): boolean {
    return row < this.#slab.bytes * 8 && ((this.#slab.u32()[row >>> 5]! >>> (row & 31)) & 1) === 1;
  }

  /** The bits in an array of its own. */
  bits(): Uint32Array {
    return this.#slab.u32().slice(0, this.#slab.bytes / 4);
  }

  /** Writes them into a bitmap that may be of more rows. */
  copyTo(slab: Slab): void {
    const bits = slab.u32();
    bits.fill(0);
    bits.set(this.#slab.u32().subarray(0, this.#slab.bytes / 4));
  }

  /** Rows came, from the first to before the end, and others went. */
  change(first: number, end: number, removed: readonly number[]): void {
    const slab = this.#kernels.allocate(bitmapBytes(end));
    const bits = slab.u32();
    bits.set(this.#slab.u32().subarray(0, wordsOf(first)));
    for (let row = first; row < end; row++) bits[row >>> 5]! |= 1 << (row & 31);
    for (const row of removed) bits[row >>> 5]! &= ~(1 << (row & 31));
    this.#kernels.release(this.#slab);
    this.#slab = slab;
    this.#count = undefined;
  }

  release(): void {
    this.#kernels.release(this.#slab);
  }
}
