import type { Value } from "../../values/types.ts";
import { grown, roomFor } from "./growing.ts";
import { bitmapBytes, wordsOf, type Kernels, type Slab } from "./kernels/kernels.ts";

/** Where the elements of each row begin among those of all rows, and which rows have any list, be it an empty one. */
export class Runs {
  readonly #kernels: Kernels;
  /** 32 bits for each row, and at last where one more row's elements would begin. */
  #starts: Slab;
  #valid: Slab;
  #room: number;
  #rows = 0;
  /** Elements of all rows. */
  #end = 0;

  /** @param rows how many are to come first, as far as that is known */
  constructor(kernels: Kernels, rows: number) {
    this.#kernels = kernels;
    this.#room = Math.ceil((rows + 1) / ROWS_OF_VECTOR) * ROWS_OF_VECTOR;
    this.#starts = kernels.allocate(this.#room * 4);
    try {
      this.#valid = kernels.allocate(bitmapBytes(this.#room));
    } catch (error) {
      kernels.release(this.#starts);
      throw error;
    }
  }

  get rows(): number {
    return this.#rows;
  }

  /** Elements of all rows. */
  get end(): number {
    return this.#end;
  }

  /** To be asked for anew where memory may have grown. */
  starts(): Uint32Array {
    return this.#starts.u32();
  }

  /** The rows that have a list. */
  valid(): Slab {
    return this.#valid;
  }

  isNull(row: number): boolean {
    return (this.#valid.u32()[row >>> 5]! & (1 << (row & 31))) === 0;
  }

  /** Makes room for rows that are then added. */
  reserve(rows: number): void {
    const room = roomFor(this.#rows + rows + 1, this.#room);
    this.#starts = grown(this.#kernels, this.#starts, room * 4);
    this.#valid = grown(this.#kernels, this.#valid, bitmapBytes(room));
    this.#room = room;
  }

  /** Adds rows for which there is room: how many elements each has, or -1 for none at all. */
  add(counts: Int32Array): void {
    const starts = this.#starts.u32();
    const valid = this.#valid.u32();
    let row = this.#rows;
    for (const count of counts) {
      if (count >= 0) {
        valid[row >>> 5]! |= 1 << (row & 31);
        this.#end += count;
      }
      starts[++row] = this.#end;
    }
    this.#rows = row;
  }

  /** Makes the bits of those rows, and no others, set that have an element whose bit is set. */
  rowsWith(elements: Slab, rows: number, out: Slab): void {
    const starts = this.starts();
    const end = starts[rows]!;
    const found = this.#kernels.popcount(elements, wordsOf(end));
    if (found * ELEMENTS_APART < rows) eachElement(elements.u32(), starts, rows, out.u32());
    else eachRow(elements.u32(), starts, rows, out.u32());
  }

  /** Tells the list of each of the first rows, whatever becomes of this: from where to where it is, or that there is none. */
  frozen(rows: number): (row: number) => readonly [from: number, end: number] | undefined {
    const starts = this.starts().slice(0, rows + 1);
    const valid = this.#valid.u32().slice(0, Math.ceil(rows / 32));
    return (row) =>
      (valid[row >>> 5]! & (1 << (row & 31))) === 0 ? undefined : [starts[row]!, starts[row + 1]!];
  }

  release(): void {
    this.#kernels.release(this.#starts);
    this.#kernels.release(this.#valid);
  }
}

/** How many elements each row has, -1 where it has no list, and how many all have. */
export function countsOf(
  lists: readonly Value[],
  placesOfElement: 1 | 2,
): { readonly ofRows: Int32Array; readonly sum: number } {
  const ofRows = new Int32Array(lists.length);
  let sum = 0;
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i];
    const count = Array.isArray(list) ? list.length / placesOfElement : -1;
    ofRows[i] = count;
    if (count > 0) sum += count;
  }
  return { ofRows, sum };
}

/** Rows of a bitmap that one vector has. */
const ROWS_OF_VECTOR = 128;

/** Where at most one row in so many has such an element, rows are looked for from one element to the next. */
const ELEMENTS_APART = 8;

function eachElement(elements: Uint32Array, starts: Uint32Array, rows: number, out: Uint32Array): void {
  out.fill(0);
  const words = Math.ceil(starts[rows]! / 32);
  let row = 0;
  for (let word = 0; word < words; word++) {
    let rest = elements[word]!;
    while (rest !== 0) {
      row = rowOf(word * 32 + 31 - Math.clz32(rest & -rest), starts, row, rows);
      out[row >>> 5]! |= 1 << (row & 31);
      // The other elements of the row tell nothing more.
      const next = starts[row + 1]! - word * 32;
      rest = next >= 32 ? 0 : rest & (-1 << next);
    }
  }
}

function eachRow(elements: Uint32Array, starts: Uint32Array, rows: number, out: Uint32Array): void {
  out.fill(0);
  let at = starts[0]!;
  for (let row = 0; row < rows; row++) {
    const end = starts[row + 1]!;
    if (end > at && hasBit(elements, at, end)) out[row >>> 5]! |= 1 << (row & 31);
    at = end;
  }
}

/** Whether a bit from one place to before another, which is above, is set. */
function hasBit(bits: Uint32Array, from: number, end: number): boolean {
  const last = (end - 1) >>> 5;
  const highest = -1 >>> (31 - ((end - 1) & 31));
  let word = from >>> 5;
  let lowest = -1 << (from & 31);
  for (; word < last; word++) {
    if ((bits[word]! & lowest) !== 0) return true;
    lowest = -1;
  }
  return (bits[last]! & lowest & highest) !== 0;
}

/** The row that has an element. It is not before `first`: steps that double, then halving. */
function rowOf(element: number, starts: Uint32Array, first: number, rows: number): number {
  let low = first;
  let step = 1;
  while (low + step < rows && starts[low + step]! <= element) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, rows);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= element) low = middle;
    else high = middle;
  }
  return low;
}
