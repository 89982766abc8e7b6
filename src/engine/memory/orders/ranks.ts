import type { Value } from "../../../values/types.ts";
import { roomFor } from "../growing.ts";
import { arrayOf } from "../kernels/plain.ts";
import type { Codes, Kernels, Slab } from "../kernels/kernels.ts";

/** Below zero, zero or above it. A total preorder. */
export type Order<T> = (a: T, b: T) => number;

/** A column whose values have codes, 0 being null. */
export interface Ranked {
  readonly values: readonly Value[];
  readonly codes: Codes;
}

/**
 * The different values of a column in some order. Each value has a rank, from 1 up; those that tie share one. Null has 0,
 * unless it has a place in the order as well.
 * Values that come later are merged in: what was put in order once is not compared again.
 */
export class Ranks {
  readonly #column: Ranked;
  readonly #kernels: Kernels;
  readonly #order: Order<Value>;
  /** The first code that is put in order. */
  readonly #first: 0 | 1;
  #sorted: Uint32Array = new Uint32Array(0);
  #rankOfCode = new Uint32Array(1);
  #highest = 0;
  #ofRows: Codes | undefined;

  constructor(column: Ranked, order: Order<Value>, kernels: Kernels, isNullOrdered = false) {
    this.#first = isNullOrdered ? 0 : 1;
    this.#column = column;
    this.#order = order;
    this.#kernels = kernels;
  }

  /** The codes in order. */
  sorted(): Uint32Array {
    this.#merge();
    return this.#sorted;
  }

  rankOf(code: number): number {
    this.#merge();
    return this.#rankOfCode[code]!;
  }

  /** The rank of each row. */
  ofRows(): Codes {
    this.#merge();
    const { codes } = this.#column;
    const { rows } = codes;
    if (this.#ofRows?.rows === rows) return this.#ofRows;
    const width = this.#highest < 0x100 ? 1 : this.#highest < 0x1_0000 ? 2 : 4;
    const slab = this.#slabFor(rows, width);
    const ranks: Codes = { slab, width, rows, count: this.#highest + 1 };
    const from = arrayOf(codes);
    const to = arrayOf(ranks);
    const rankOfCode = this.#rankOfCode;
    for (let row = 0; row < rows; row++) to[row] = rankOfCode[from[row]!]!;
    this.#ofRows = ranks;
    return ranks;
  }

  release(): void {
    if (this.#ofRows !== undefined) this.#kernels.release(this.#ofRows.slab);
    this.#ofRows = undefined;
  }

  #slabFor(rows: number, width: number): Slab {
    const before = this.#ofRows?.slab;
    if (before !== undefined && before.bytes >= roomFor(rows, 0) * width) return before;
    if (before !== undefined) this.#kernels.release(before);
    return this.#kernels.allocate(roomFor(rows, (before?.bytes ?? 0) / width) * width);
  }

  #merge(): void {
    const { values } = this.#column;
    const known = this.#sorted.length;
    const first = this.#first;
    if (known === values.length - first) return;
    const order: Order<number> = (a, b) => this.#order(values[a]!, values[b]!);
    const added = Array.from({ length: values.length - first - known }, (_, i) => known + first + i).sort(
      order,
    );
    const merged = new Uint32Array(values.length - first);
    let from = 0;
    let to = 0;
    for (const code of added) {
      const end = firstWhere(from, known, (at) => order(this.#sorted[at]!, code) > 0);
      merged.set(this.#sorted.subarray(from, end), to);
      to += end - from;
      from = end;
      merged[to++] = code;
    }
    merged.set(this.#sorted.subarray(from), to);
    this.#sorted = merged;
    this.#number(order, known);
    this.release();
  }

  /** @param known so many values have ranks: two of them tie if they did before */
  #number(order: Order<number>, known: number): void {
    const old = this.#rankOfCode;
    const end = known + this.#first;
    const tie = (a: number, b: number) => (a < end && b < end ? old[a] === old[b] : order(a, b) === 0);
    const ranks = new Uint32Array(this.#sorted.length + this.#first);
    let rank = 0;
    let before = 0;
    for (const code of this.#sorted) {
      if (rank === 0 || !tie(before, code)) rank++;
      ranks[code] = rank;
      before = code;
    }
    this.#rankOfCode = ranks;
    this.#highest = rank;
  }
}

/** The first place from `low` to `high` from which on a test holds; `high` where it holds for none. */
export function firstWhere(low: number, high: number, holds: (at: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
