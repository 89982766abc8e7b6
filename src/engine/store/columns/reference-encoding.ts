import { grown, roomFor } from "../kernels/growable-buffers.ts";
import type { Codes, Kernels, Slab, Target } from "../kernels/kernels.ts";
import { arrayOf } from "../kernels/plain.ts";
import type { NumberForm } from "../kernels/number-encoding.ts";
import type { Bound } from "../kernels/order-key.ts";
import {
  codeOf,
  codeRange,
  commonDivisor,
  integerOf,
  lastOf,
  scaled,
  type Progression,
} from "./frame-of-reference.ts";

/** Numbers that come together. */
export interface Batch {
  readonly numbers: Float64Array;
  /** Infinity where all are none. */
  readonly least: number;
  readonly most: number;
  readonly areWhole: boolean;
}

/** Numbers as how many steps they are above the first of a progression, in as few bytes as that takes. None is 0. */
export class OffsetCodes implements NumberForm {
  readonly cost = 1;
  readonly progression: Progression;
  /** The last number that has a code. */
  readonly last: number;
  readonly #kernels: Kernels;
  #slab: Slab;

  /** @param rows room for so many @throws MemoryLimitError */
  constructor(kernels: Kernels, progression: Progression, rows: number) {
    this.#kernels = kernels;
    this.progression = progression;
    this.last = lastOf(progression) / progression.scale;
    this.#slab = kernels.allocate(rows * progression.width);
  }

  get width(): 1 | 2 | 4 {
    return this.progression.width;
  }

  get slab(): Slab {
    return this.#slab;
  }

  get digits(): 1 | 2 {
    return this.width === 4 ? 2 : 1;
  }

  numberAt(row: number): number {
    const code = this.#array()[row]!;
    return code === 0 ? NaN : integerOf(this.progression, code) / this.progression.scale;
  }

  reader(): (row: number) => number {
    const codes = this.#array();
    const { first, step, scale } = this.progression;
    return (row) => {
      const code = codes[row]!;
      return code === 0 ? NaN : (first + (code - 1) * step) / scale;
    };
  }

  /** Whether all of these can be written into it. */
  holds({ numbers, least, most, areWhole }: Batch): boolean {
    const { first, step, scale } = this.progression;
    if (least < first / scale || most > this.last) return false;
    if (scale === 1 && (!areWhole || step === 1)) return areWhole;
    for (const number of numbers) {
      if (number !== number) continue;
      const integer = scaled(number, scale);
      // Where it is no integer, the quotient is too far from one to be rounded to it: the distance is not above 2^53.
      if (integer / scale !== number || !Number.isInteger((integer - first) / step)) return false;
    }
    return true;
  }

  grow(rows: number): void {
    const { width } = this;
    this.#slab = grown(this.#kernels, this.#slab, roomFor(rows, this.#slab.bytes / width) * width);
  }

  write(numbers: Float64Array, row: number): void {
    const codes = this.#array();
    const { first, step, scale } = this.progression;
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i]!;
      codes[row + i] = number !== number ? 0 : (scaled(number, scale) - first) / step + 1;
    }
  }

  between(rows: number, low: number, high: number, ...to: Target): void {
    const range = codeRange(this.progression, low, high);
    const [, out, adds] = to;
    if (range !== undefined) this.#kernels.codesBetween(this.#codes(rows), ...range, ...to);
    else if (!adds) out.u32().fill(0);
  }

  count(rows: number, low: number, high: number): number {
    const range = codeRange(this.progression, low, high);
    return range === undefined ? 0 : this.#kernels.countCodes(this.#codes(rows), ...range);
  }

  key(least: number, most: number) {
    return {
      numbers: () => this.#array(),
      least: 0,
      most: least <= most ? codeOf(this.progression, scaled(most, this.progression.scale)) : 0,
    };
  }

  bound({ number, isThere }: Bound): Bound {
    if (number !== number) return { number: 0, isThere };
    const below = codeRange(this.progression, -Infinity, number);
    if (below === undefined) return { number: 0, isThere: false };
    const code = below[1];
    return {
      number: code,
      isThere: isThere && integerOf(this.progression, code) / this.progression.scale === number,
    };
  }

  writeDigits(digit: number, from: number, end: number, to: Uint16Array): void {
    const codes = this.#array();
    const shift = 16 * digit;
    // One below 0 is the highest.
    for (let row = from; row < end; row++) to[row] = (codes[row]! - 1) >>> shift;
  }

  /** What the numbers of the first rows and some more lie apart is so often this, as integers of a scale. */
  commonStep(rows: number, numbers: Float64Array, scale: number): number {
    const codes = this.#array();
    let first = 0;
    let steps = 0;
    for (let row = 0; row < rows && steps !== 1; row++) {
      const code = codes[row]!;
      if (code === 0) continue;
      if (first === 0) first = code;
      steps = commonDivisor(steps, Math.abs(code - first));
    }
    const finer = scale / this.progression.scale;
    let anchor = first === 0 ? NaN : integerOf(this.progression, first) * finer;
    let common = steps * this.progression.step * finer;
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

  #array(): Uint8Array | Uint16Array | Uint32Array {
    return arrayOf(this.#codes(0));
  }

  #codes(rows: number): Codes {
    const { width } = this.progression;
    return { slab: this.#slab, width, rows, count: 2 ** (8 * width) };
  }
}
