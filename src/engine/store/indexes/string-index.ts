import {
  areFewRows,
  offsetsOf,
  RowIndex,
  type Allocate,
  type IndexRange,
  type IndexState,
} from "./row-index.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { countWork } from "../../../values/work.ts";
import { eachBatch, eachPart, isStepOver, ROWS_PER_STEP, type Task } from "../tasks/task.ts";

/** Strings of rows. Arrays are such lists too. */
export interface StringRows {
  readonly length: number;
  readonly at: (row: number) => string | null | undefined;
}

/** Index of a string column with few duplicates: rows grouped by a hash of their string. */
export class StringIndex extends RowIndex {
  readonly #strings: StringRows;

  constructor(kernels: Kernels, strings: StringRows) {
    super(kernels);
    this.#strings = strings;
  }

  /**
   * Returns all rows with this string, including unindexed rows. Returns undefined if so many rows have the
   * same hash that a search is faster.
   */
  rowsWith(value: string): Uint32Array | undefined {
    const { state, slabs } = this.image;
    const starts = slabs[1]!.u32();
    const hash = hashOf(value, state.count - 1);
    const range: IndexRange = [starts[hash]!, starts[hash + 1]!];
    if (!areFewRows([range], this.#strings.length)) return undefined;
    const matches: number[] = [];
    for (const row of this.rowsIn(range)) if (this.#strings.at(row) === value) matches.push(row);
    for (let row = this.rows; row < this.#strings.length; row++)
      if (this.#strings.at(row) === value) matches.push(row);
    return Uint32Array.from(matches);
  }

  protected override *build(allocate: Allocate): Task<IndexState> {
    const rows = this.#strings.length;
    const count = 2 ** Math.ceil(Math.log2(rows + 1));
    const order = allocate(rows * 4);
    // Offset of each hash's rows in `order`, plus a final end offset.
    const starts = allocate((count + 1) * 4);
    const hashes = this.kernels.allocate(rows * 4);
    try {
      const hashRows = (from: number, end: number) => {
        const [rowHashes, counts] = [hashes.u32(), starts.u32()];
        for (let row = from; row < end; row++) {
          const value = this.#strings.at(row) ?? "";
          const hash = hashOf(value, count - 1);
          rowHashes[row] = hash;
          counts[hash + 1]!++;
          countWork(UNITS_PER_HASH + value.length);
          if (isStepOver()) return row + 1;
        }
        return end;
      };
      yield* eachPart(rows, hashRows, ROWS_PER_STEP);
      const next = yield* offsetsOf(starts, count);
      yield* eachBatch(rows, (from, end) => {
        const [rowHashes, orderedRows] = [hashes.u32(), order.u32()];
        for (let row = from; row < end; row++) orderedRows[next[rowHashes[row]!]!++] = row;
      });
    } finally {
      this.kernels.release(hashes);
    }
    return { rows, count };
  }
}

/** Work of hashing a string, in addition to its characters. Most strings are not in the CPU cache. */
const UNITS_PER_HASH = 30;

/**
 * Returns the FNV-1a hash of the UTF-16 units. Mixes its higher bits into the lower ones, which the mask
 * keeps.
 */
function hashOf(value: string, mask: number): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < value.length; i++) hash = Math.imul(hash ^ value.charCodeAt(i), 0x0100_0193);
  return (hash ^ (hash >>> 15)) & mask;
}
