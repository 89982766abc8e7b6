import { withCapacity, capacityFor } from "../kernels/growable-buffers.ts";
import { codeKernels } from "../kernels/code-bounds.ts";
import type { CodeArray, Kernels, Slab, BitmapTarget } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { NumberEncoding } from "../kernels/number-encoding.ts";
import type { KeyPosition } from "../kernels/order-key.ts";
import { eachBatch, type Task } from "../tasks/task.ts";
import {
  codeOfInteger,
  codeRange,
  commonDivisor,
  integerOfCode,
  lastInteger,
  scaled,
  type FrameOfReference,
} from "./frame-of-reference.ts";

export interface NumberBatch {
  readonly numbers: Float64Array;
  /** Lowest number of the batch. Infinity if all are null. */
  readonly min: number;
  readonly max: number;
  readonly areIntegers: boolean;
}

/** Frame-of-reference encoding of numbers. Null is code 0. */
export class FrameOfReferenceEncoding implements NumberEncoding {
  readonly cost = 1;
  readonly frame: FrameOfReference;
  readonly last: number;
  readonly #kernels: Kernels;
  #slab: Slab;
  #cachedCodes: Uint8Array | Uint16Array | Uint32Array = NO_CODES;

  /**
   * @param room number of rows to make room for, or a slab with the codes
   * @throws MemoryLimitError
   */
  constructor(kernels: Kernels, frame: FrameOfReference, room: number | Slab) {
    this.#kernels = kernels;
    this.frame = frame;
    this.last = lastInteger(frame) / frame.scale;
    this.#slab = typeof room === "number" ? kernels.allocate(room * frame.width) : room;
  }

  get width(): 1 | 2 | 4 {
    return this.frame.width;
  }

  get slab(): Slab {
    return this.#slab;
  }

  numberAt(row: number): number {
    const code = this.#getArray()[row]!;
    return code === 0 ? NaN : integerOfCode(this.frame, code) / this.frame.scale;
  }

  reader(): (row: number) => number {
    const codes = this.#getArray();
    const { first, step, scale } = this.frame;
    return (row) => {
      const code = codes[row]!;
      return code === 0 ? NaN : (first + (code - 1) * step) / scale;
    };
  }

  holds({ numbers, min, max, areIntegers }: NumberBatch): boolean {
    const { first, step, scale } = this.frame;
    if (min < first / scale || max > this.last) return false;
    if (scale === 1 && (!areIntegers || step === 1)) return areIntegers;
    for (const number of numbers) {
      if (number !== number) continue;
      const integer = scaled(number, scale);
      // For distances up to 2^53, a quotient that is not an integer is never rounded to an integer.
      if (integer / scale !== number || !Number.isInteger((integer - first) / step)) return false;
    }
    return true;
  }

  grow(rows: number): void {
    const { width } = this;
    this.#slab = withCapacity(this.#kernels, this.#slab, capacityFor(rows, this.#slab.bytes / width) * width);
    this.#cachedCodes = NO_CODES;
  }

  write(numbers: Float64Array, row: number): void {
    const codes = this.#getArray();
    const { first, step, scale } = this.frame;
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i]!;
      codes[row + i] = number !== number ? 0 : (scaled(number, scale) - first) / step + 1;
    }
  }

  between(rows: number, low: number, high: number, ...to: BitmapTarget): void {
    const range = codeRange(this.frame, low, high);
    const [, out, adds] = to;
    if (range !== undefined) this.#kernels.codesBetween(this.#codesOf(rows), ...range, ...to);
    else if (!adds) out.u32().fill(0);
  }

  count(rows: number, low: number, high: number): number {
    const range = codeRange(this.frame, low, high);
    return range === undefined ? 0 : this.#kernels.countCodes(this.#codesOf(rows), ...range);
  }

  key(min: number, max: number) {
    return {
      numbers: () => this.#getArray(),
      ...codeKernels(this.#kernels, this.width, (rows) => this.#codesOf(rows)),
      min: 0,
      max: min <= max ? codeOfInteger(this.frame, scaled(max, this.frame.scale)) : 0,
    };
  }

  encodePosition({ number, isExact: isThere }: KeyPosition): KeyPosition {
    if (number !== number) return { number: 0, isExact: isThere };
    const below = codeRange(this.frame, -Infinity, number);
    if (below === undefined) return { number: 0, isExact: false };
    const code = below[1];
    return {
      number: code,
      isExact: isThere && integerOfCode(this.frame, code) / this.frame.scale === number,
    };
  }

  /**
   * Returns the greatest common divisor of all differences between old and new numbers, scaled to integers.
   */
  *commonStep(rows: number, numbers: Float64Array, scale: number): Task<number> {
    let first = 0;
    let steps = 0;
    yield* eachBatch(rows, (from, end) => {
      const codes = this.#getArray();
      for (let row = from; row < end && steps !== 1; row++) {
        const code = codes[row]!;
        if (code === 0) continue;
        if (first === 0) first = code;
        steps = commonDivisor(steps, Math.abs(code - first));
      }
    });
    const finer = scale / this.frame.scale;
    let anchor = first === 0 ? NaN : integerOfCode(this.frame, first) * finer;
    let common = steps * this.frame.step * finer;
    for (const number of numbers) {
      if (number !== number) continue;
      const integer = scaled(number, scale);
      if (anchor !== anchor) anchor = integer;
      const distance = Math.abs(integer - anchor);
      if (common !== 0 && Number.isInteger(distance / common)) continue;
      common = commonDivisor(common, distance);
    }
    return common;
  }

  release(): void {
    this.#kernels.release(this.#slab);
  }

  /** The codes of all rows. */
  #getArray(): Uint8Array | Uint16Array | Uint32Array {
    // Memory growth detaches an array, which then has no elements. Making one takes longer than reading a code.
    if (this.#cachedCodes.length === 0) this.#cachedCodes = typedCodes(this.#codesOf(0));
    return this.#cachedCodes;
  }

  #codesOf(rows: number): CodeArray {
    const { width } = this.frame;
    return { slab: this.#slab, width, rows, count: 2 ** (8 * width) };
  }
}

const NO_CODES = new Uint8Array(0);
