import type { CodeArray, Kernels, Slab } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";
import { offsetsOf, RowIndex, type IndexRange } from "./row-index.ts";
import { eachBatch, type Task } from "../tasks/task.ts";

/** Index of a dictionary column: rows grouped by code (counting sort). */
export class CodeIndex extends RowIndex {
  readonly #kernels: Kernels;
  readonly #codes: () => CodeArray;
  /** Offset of each code's rows in `#order`, plus a final end offset. */
  #starts: Slab | undefined;
  #order: Slab | undefined;
  #count = 0;

  constructor(kernels: Kernels, codes: () => CodeArray) {
    super();
    this.#kernels = kernels;
    this.#codes = codes;
  }

  /** Returns the positions of the rows with a code in `[low, high]`. */
  rangeOf(low: number, high: number): IndexRange {
    const starts = this.#starts!.u32();
    const end = Math.min(high + 1, this.#count);
    return low >= end ? [0, 0] : [starts[low]!, starts[end]!];
  }

  override rowsIn([from, end]: IndexRange): Uint32Array {
    return this.#order!.u32().subarray(from, end);
  }

  protected override *build(): Task<number> {
    const { rows, count } = this.#codes();
    const starts = (this.#starts = this.#kernels.allocate((count + 1) * 4));
    const order = (this.#order = this.#kernels.allocate(rows * 4));
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
    this.#count = count;
    return rows;
  }

  protected override drop(): void {
    for (const slab of [this.#starts, this.#order]) if (slab !== undefined) this.#kernels.release(slab);
    this.#starts = this.#order = undefined;
  }
}
