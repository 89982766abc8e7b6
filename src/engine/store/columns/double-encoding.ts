import { withCapacity, capacityFor } from "../kernels/growable-buffers.ts";
import type { Kernels, Slab, BitmapTarget } from "../kernels/kernels.ts";
import type { NumberEncoding } from "../kernels/number-encoding.ts";
import type { KeyPosition } from "../kernels/order-key.ts";

/** Encoding of each number as a double. Null is NaN. */
export class DoubleEncoding implements NumberEncoding {
  readonly width = 8;
  readonly cost = 3;
  readonly #kernels: Kernels;
  #slab: Slab;

  /**
   * @param room number of rows to make room for, or a slab with the numbers
   * @throws MemoryLimitError
   */
  constructor(kernels: Kernels, room: number | Slab) {
    this.#kernels = kernels;
    this.#slab = typeof room === "number" ? kernels.allocate(room * 8) : room;
  }

  get slab(): Slab {
    return this.#slab;
  }

  numberAt(row: number): number {
    return this.#slab.f64()[row]!;
  }

  reader(): (row: number) => number {
    const doubles = this.#slab.f64();
    return (row) => doubles[row]!;
  }

  grow(rows: number): void {
    this.#slab = withCapacity(this.#kernels, this.#slab, capacityFor(rows, this.#slab.bytes / 8) * 8);
  }

  write(numbers: Float64Array, row: number): void {
    this.#slab.f64().set(numbers, row);
  }

  between(rows: number, low: number, high: number, ...to: BitmapTarget): void {
    this.#kernels.numbersBetween(this.#slab, rows, low, high, ...to);
  }

  count(rows: number, low: number, high: number): number {
    return this.#kernels.countNumbers(this.#slab, rows, low, high);
  }

  key(min: number, max: number) {
    return {
      numbers: () => this.#slab.f64(),
      between: (rows: number, low: number, high: number, within: Slab, out: Slab) =>
        this.#kernels.numbersBetween(this.#slab, rows, low, high, within, out, false),
      split: (rows: number, low: number, high: number, within: Slab, out: Slab) =>
        this.#kernels.splitNumbers(this.#slab, rows, low, high, within, out),
      list: (rows: number, low: number, high: number, within: Slab, from: number, out: Slab) =>
        this.#kernels.listNumbers(this.#slab, rows, low, high, within, from, out),
      min,
      max,
    };
  }

  encodePosition(bound: KeyPosition): KeyPosition {
    return bound;
  }

  release(): void {
    this.#kernels.release(this.#slab);
  }
}
