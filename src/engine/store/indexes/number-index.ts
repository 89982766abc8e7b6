import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import type { NumberEncoding } from "../kernels/number-encoding.ts";
import { RowIndex, type IndexRange } from "./row-index.ts";
import { eachBatch, type Task } from "../tasks/task.ts";

export interface NumberSource {
  readonly rows: () => number;
  readonly encoding: () => NumberEncoding;
}

/**
 * Index of a number column: rows sorted by number, nulls last (radix sort). A copy of every
 * `SAMPLE_INTERVAL`-th number avoids cache misses in binary search.
 */
export class NumberIndex extends RowIndex {
  readonly #kernels: Kernels;
  readonly #column: NumberSource;
  #order: Slab | undefined;
  #samples: Slab | undefined;
  /** Number of indexed rows without nulls. */
  #count = 0;

  constructor(kernels: Kernels, column: NumberSource) {
    super();
    this.#kernels = kernels;
    this.#column = column;
  }

  /** Returns the positions of the rows with a number in `[low, high]`. */
  rangeOf(low: number, high: number): IndexRange {
    return [
      low === -Number.MAX_VALUE ? 0 : this.#first((number) => number >= low),
      high === Number.MAX_VALUE ? this.#count : this.#first((number) => number > high),
    ];
  }

  /**
   * Returns the first position whose number satisfies `holds`. Requires that all later numbers satisfy it.
   */
  #first(holds: (number: number) => boolean): number {
    const numberAt = this.#column.encoding().reader();
    const order = this.#order!.u32();
    const samples = this.#samples!.f64();
    const sampled = Math.ceil(this.#count / SAMPLE_INTERVAL);
    const sample = firstIndexWhere(0, sampled, (at) => holds(samples[at]!));
    const from = Math.max(0, (sample - 1) * SAMPLE_INTERVAL);
    const end = Math.min(sample * SAMPLE_INTERVAL, this.#count);
    return firstIndexWhere(from, end, (at) => holds(numberAt(order[at]!)));
  }

  override rowsIn([from, end]: IndexRange): Uint32Array {
    return this.#order!.u32().subarray(from, end);
  }

  protected override *build(): Task<number> {
    const rows = this.#column.rows();
    const order = (this.#order = this.#kernels.allocate(rows * 4));
    const samples = (this.#samples = this.#kernels.allocate(Math.ceil(rows / SAMPLE_INTERVAL) * 8));
    const other = this.#kernels.allocate(rows * 4);
    let found: Slab | undefined;
    try {
      found = this.#kernels.allocate(rows * 2);
      const { digits } = this.#column.encoding();
      // Choose the first buffer so that the last pass writes to `order`.
      let [from, to] = digits % 2 === 0 ? [order, other] : [other, order];
      yield* eachBatch(rows, (first, end) => {
        const numbers = from.u32();
        for (let row = first; row < end; row++) numbers[row] = row;
      });
      // Sort by the least significant digit first. Each pass is stable.
      for (let digit = 0; digit < digits; digit++) {
        yield* this.#pass(rows, digit, from, to, found);
        [from, to] = [to, from];
      }
      const numberAt = this.#column.encoding().reader();
      const inOrder = order.u32();
      this.#count = firstIndexWhere(0, rows, (at) => Number.isNaN(numberAt(inOrder[at]!)));
      const numbers = samples.f64();
      for (let at = 0; at < this.#count; at += SAMPLE_INTERVAL)
        numbers[at / SAMPLE_INTERVAL] = numberAt(inOrder[at]!);
    } finally {
      this.#kernels.release(other);
      if (found !== undefined) this.#kernels.release(found);
    }
    return rows;
  }

  *#pass(rows: number, digit: number, from: Slab, to: Slab, found: Slab): Task<void> {
    const next = new Uint32Array(0x1_0000 + 1);
    yield* eachBatch(rows, (first, end) => {
      const digits = found.u16();
      this.#column.encoding().writeDigits(digit, first, end, digits);
      for (let row = first; row < end; row++) next[digits[row]! + 1]!++;
    });
    for (let i = 0; i < 0x1_0000; i++) next[i + 1]! += next[i]!;
    yield* eachBatch(rows, (first, end) => {
      const [digits, before, after] = [found.u16(), from.u32(), to.u32()];
      for (let at = first; at < end; at++) {
        const row = before[at]!;
        after[next[digits[row]!]!++] = row;
      }
    });
  }

  protected override drop(): void {
    for (const slab of [this.#order, this.#samples]) if (slab !== undefined) this.#kernels.release(slab);
    this.#order = this.#samples = undefined;
  }
}

const SAMPLE_INTERVAL = 16;
