import type { Kernels, Slab } from "./kernels/kernels.ts";
import { firstWhere } from "./orders/sort-steps.ts";
import { RowIndex, type Places } from "./indexed-rows.ts";
import { eachRange, type Steps } from "./steps.ts";

/** The rows of a column of doubles in the order of these, and the doubles in order. NaN comes last. */
export class NumberIndex extends RowIndex {
  readonly #kernels: Kernels;
  readonly #column: () => { readonly slab: Slab; readonly rows: number };
  #numbers: Slab | undefined;
  #order: Slab | undefined;
  /** So many are no NaN. */
  #count = 0;

  constructor(kernels: Kernels, column: () => { readonly slab: Slab; readonly rows: number }) {
    super();
    this.#kernels = kernels;
    this.#column = column;
  }

  /** The places of the rows whose double is from `low` to `high`. */
  places(low: number, high: number): Places {
    const numbers = this.#numbers!.f64();
    const from = firstWhere(0, this.#count, (at) => numbers[at]! >= low);
    return [from, firstWhere(from, this.#count, (at) => numbers[at]! > high)];
  }

  override rowsAt([from, end]: Places): Uint32Array {
    return this.#order!.u32().subarray(from, end);
  }

  protected override *build(): Steps<number> {
    const { rows } = this.#column();
    this.#count = 0;
    const ordered = (this.#order = this.#kernels.allocate(rows * 4));
    const numbers = (this.#numbers = this.#kernels.allocate(rows * 8));
    const other = this.#kernels.allocate(rows * 4);
    try {
      // From the lowest sixteen bits to the highest: each pass keeps the order of the one before.
      let [from, to] = [ordered, other];
      yield* eachRange(rows, (first, end) => {
        const order = from.u32();
        for (let row = first; row < end; row++) order[row] = row;
      });
      for (let digit = 0; digit < 4; digit++) {
        yield* this.#pass(rows, digit, from, to);
        [from, to] = [to, from];
      }
      yield* eachRange(rows, (first, end) => {
        const [values, sorted, order] = [this.#column().slab.f64(), numbers.f64(), ordered.u32()];
        for (let at = first; at < end; at++) sorted[at] = values[order[at]!]!;
        while (this.#count < end && sorted[this.#count] === sorted[this.#count]) this.#count++;
      });
    } finally {
      this.#kernels.release(other);
    }
    return rows;
  }

  *#pass(rows: number, digit: number, from: Slab, to: Slab): Steps<void> {
    const next = new Uint32Array(0x1_0000 + 1);
    const words = () =>
      new Uint32Array(this.#column().slab.f64().buffer, this.#column().slab.f64().byteOffset);
    yield* eachRange(rows, (first, end) => {
      const halves = words();
      for (let row = first; row < end; row++) next[digitOf(halves, row, digit) + 1]!++;
    });
    for (let i = 0; i < 0x1_0000; i++) next[i + 1]! += next[i]!;
    yield* eachRange(rows, (first, end) => {
      const [halves, before, after] = [words(), from.u32(), to.u32()];
      for (let at = first; at < end; at++) {
        const row = before[at]!;
        after[next[digitOf(halves, row, digit)]!++] = row;
      }
    });
  }

  protected override drop(): void {
    for (const slab of [this.#numbers, this.#order]) if (slab !== undefined) this.#kernels.release(slab);
    this.#numbers = this.#order = undefined;
  }
}

/**
 * Sixteen bits of a double, so changed that doubles are in the order of their bits: all bits of those below zero turned,
 * of the others the sign alone. NaN is above all.
 */
function digitOf(halves: Uint32Array, row: number, digit: number): number {
  const high = halves[2 * row + 1]!;
  if ((high & NAN_BITS) === NAN_BITS) return 0xffff;
  const turned = high >>> 31 === 1 ? 0xffff_ffff : 0;
  const half = digit < 2 ? halves[2 * row]! ^ turned : high ^ (turned | 0x8000_0000);
  return (digit & 1) === 0 ? half & 0xffff : half >>> 16;
}

/** What NaN and the infinities have in common, which no column holds. */
const NAN_BITS = 0x7ff0_0000;
