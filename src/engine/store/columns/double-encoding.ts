import { withCapacity, capacityFor } from "../kernels/growable-buffers.ts";
import type { Kernels, Slab, BitmapTarget } from "../kernels/kernels.ts";
import type { NumberEncoding } from "../kernels/number-encoding.ts";
import type { KeyPosition } from "../kernels/order-key.ts";

/** Encoding of each number as a double. Null is NaN. */
export class DoubleEncoding implements NumberEncoding {
  readonly width = 8;
  readonly cost = 3;
  readonly digits = 4;
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
      min,
      max,
    };
  }

  encodePosition(bound: KeyPosition): KeyPosition {
    return bound;
  }

  writeDigits(digit: number, from: number, end: number, to: Uint16Array): void {
    const doubles = this.#slab.f64();
    const halves = new Uint32Array(doubles.buffer, doubles.byteOffset);
    for (let row = from; row < end; row++) to[row] = digitOf(halves, row, digit);
  }

  release(): void {
    this.#kernels.release(this.#slab);
  }
}

/**
 * Returns a 16-bit digit of a double, so that digits sort like the numbers. For this, all bits of negative
 * numbers are inverted, and the sign bit of other numbers. NaN is highest.
 */
function digitOf(halves: Uint32Array, row: number, digit: number): number {
  const high = halves[2 * row + 1]!;
  if ((high & NAN_BITS) === NAN_BITS) return 0xffff;
  const turned = high >>> 31 === 1 ? 0xffff_ffff : 0;
  const half = digit < 2 ? halves[2 * row]! ^ turned : high ^ (turned | 0x8000_0000);
  return (digit & 1) === 0 ? half & 0xffff : half >>> 16;
}

/** Exponent bits of NaN and the infinities, in the high half of a double. No column contains an infinity. */
const NAN_BITS = 0x7ff0_0000;
