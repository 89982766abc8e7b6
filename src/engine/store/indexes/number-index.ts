import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import type { NumberEncoding } from "../kernels/number-encoding.ts";
import { RowIndex, type Allocate, type IndexRange, type IndexState } from "./row-index.ts";
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
  readonly #column: NumberSource;

  constructor(kernels: Kernels, column: NumberSource) {
    super(kernels);
    this.#column = column;
  }

  /** Returns the positions of the rows with a number in `[low, high]`. */
  rangeOf(low: number, high: number): IndexRange {
    return [
      low === -Number.MAX_VALUE ? 0 : this.#first((number) => number >= low),
      high === Number.MAX_VALUE ? this.image.state.count : this.#first((number) => number > high),
    ];
  }

  /**
   * Returns the first position whose number satisfies `holds`. Requires that all later numbers satisfy it.
   */
  #first(holds: (number: number) => boolean): number {
    const numberAt = this.#column.encoding().reader();
    const { state, slabs } = this.image;
    const order = slabs[0]!.u32();
    const samples = slabs[1]!.f64();
    const sampled = Math.ceil(state.count / SAMPLE_INTERVAL);
    const sample = firstIndexWhere(0, sampled, (at) => holds(samples[at]!));
    const from = Math.max(0, (sample - 1) * SAMPLE_INTERVAL);
    const end = Math.min(sample * SAMPLE_INTERVAL, state.count);
    return firstIndexWhere(from, end, (at) => holds(numberAt(order[at]!)));
  }

  protected override *build(allocate: Allocate): Task<IndexState> {
    const rows = this.#column.rows();
    const order = allocate(rows * 4);
    const samples = allocate(Math.ceil(rows / SAMPLE_INTERVAL) * 8);
    const other = this.kernels.allocate(rows * 4);
    let found: Slab | undefined;
    try {
      found = this.kernels.allocate(rows * 2);
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
      // Rows without nulls.
      const count = firstIndexWhere(0, rows, (at) => Number.isNaN(numberAt(inOrder[at]!)));
      const numbers = samples.f64();
      for (let at = 0; at < count; at += SAMPLE_INTERVAL)
        numbers[at / SAMPLE_INTERVAL] = numberAt(inOrder[at]!);
      return { rows, count };
    } finally {
      this.kernels.release(other);
      if (found !== undefined) this.kernels.release(found);
    }
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
}

const SAMPLE_INTERVAL = 16;
