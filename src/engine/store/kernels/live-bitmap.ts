import { fullBitmap } from "./growable-buffers.ts";
import { bitmapBytes, bitmapWordCount, type Kernels, type Slab } from "./kernels.ts";

export class LiveBitmap {
  readonly #kernels: Kernels;
  #slab: Slab;
  #count: number | undefined;

  /** @param bits bitmap of the live rows; by default all rows are live */
  constructor(kernels: Kernels, rows: number, bits?: Uint32Array) {
    this.#kernels = kernels;
    if (bits === undefined) this.#slab = fullBitmap(kernels, rows);
    else {
      this.#slab = kernels.allocate(bits.length * 4);
      this.#slab.u32().set(bits);
    }
  }

  /** Current bitmap of the live rows. Each change releases it and creates a new one. */
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

  bits(): Uint32Array {
    return this.#slab.u32().slice(0, this.#slab.bytes / 4);
  }

  copyTo(slab: Slab): void {
    const bits = slab.u32();
    bits.fill(0);
    bits.set(this.#slab.u32().subarray(0, this.#slab.bytes / 4));
  }

  /** Sets the bits of the inserted rows `[first, end)`, and clears the bits of the deleted rows `removed`. */
  change(first: number, end: number, removed: readonly number[]): void {
    const slab = this.#kernels.allocate(bitmapBytes(end));
    const bits = slab.u32();
    bits.set(this.#slab.u32().subarray(0, bitmapWordCount(first)));
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
