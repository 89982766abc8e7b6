import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { NumberEncoding } from "../kernels/number-encoding.ts";
import { RowIndex, type Allocate, type IndexRange, type IndexState } from "./row-index.ts";
import { asTask, type Task } from "../tasks/task.ts";
import { buildSortedIndex } from "../sorting/sorted-index.ts";
import type { NumberKey } from "../kernels/order-key.ts";

export interface NumberSource {
  readonly rows: () => number;
  readonly encoding: () => NumberEncoding;
  /** Returns the sort key of the column, ascending. */
  readonly key: () => NumberKey;
}

/**
 * Index of a number column: rows sorted by number, nulls last. A copy of every `SAMPLE_INTERVAL`-th number avoids cache misses in
 * binary search.
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
      low === -Number.MAX_VALUE ? 0 : this.#firstWhere((number) => number >= low),
      high === Number.MAX_VALUE ? this.image.state.count : this.#firstWhere((number) => number > high),
    ];
  }

  /**
   * Returns the first position whose number satisfies `holds`. Requires that all later numbers satisfy it.
   */
  #firstWhere(holds: (number: number) => boolean): number {
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
    const sorted = yield* buildSortedIndex([{ get: asTask(() => this.#column.key()) }], rows);
    const numberAt = this.#column.encoding().reader();
    const nulls = firstIndexWhere(0, rows, (at) => !Number.isNaN(numberAt(sorted[at]!)));
    const inOrder = order.u32();
    inOrder.set(sorted.subarray(nulls));
    inOrder.set(sorted.subarray(0, nulls), rows - nulls);
    const numbers = samples.f64();
    for (let at = 0; at < rows - nulls; at += SAMPLE_INTERVAL)
      numbers[at / SAMPLE_INTERVAL] = numberAt(inOrder[at]!);
    return { rows, count: rows - nulls };
  }
}

const SAMPLE_INTERVAL = 16;
