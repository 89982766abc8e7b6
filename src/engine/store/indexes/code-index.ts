import type { CodeArray, Kernels } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";
import { offsetsOf, RowIndex, type Allocate, type IndexRange, type IndexState } from "./row-index.ts";
import { eachBatch, type Task } from "../tasks/task.ts";

/** Index of a dictionary column: rows grouped by code (counting sort). */
export class CodeIndex extends RowIndex {
  readonly #codes: () => CodeArray;

  constructor(kernels: Kernels, codes: () => CodeArray) {
    super(kernels);
    this.#codes = codes;
  }

  /** Returns the positions of the rows with a code in `[low, high]`. */
  rangeOf(low: number, high: number): IndexRange {
    const { state, slabs } = this.image;
    const starts = slabs[1]!.u32();
    const end = Math.min(high + 1, state.count);
    return low >= end ? [0, 0] : [starts[low]!, starts[end]!];
  }

  protected override *build(allocate: Allocate): Task<IndexState> {
    const { rows, count } = this.#codes();
    const order = allocate(rows * 4);
    // Offset of each code's rows in `order`, plus a final end offset.
    const starts = allocate((count + 1) * 4);
    yield* eachBatch(rows, (from, end) => {
      const codes = typedCodes(this.#codes());
      const counts = starts.u32();
      for (let row = from; row < end; row++) counts[codes[row]! + 1]!++;
    });
    const next = yield* offsetsOf(starts, count);
    yield* eachBatch(rows, (from, end) => {
      const codes = typedCodes(this.#codes());
      const places = order.u32();
      for (let row = from; row < end; row++) places[next[codes[row]!]!++] = row;
    });
    return { rows, count };
  }
}
