import { nearbyLastAtMost } from "../../../values/binary-search.ts";
import type { Value } from "../../../values/types.ts";
import { widthOf } from "./dictionary-column.ts";
import { grown, roomFor } from "../kernels/growable-buffers.ts";
import { bitmapBytes, wordsOf, type Codes, type Kernels, type Slab } from "../kernels/kernels.ts";
import { arrayOf } from "../kernels/plain.ts";

type Counts = ReturnType<typeof arrayOf>;

/**
 * Which of the elements of all rows, one after another, are those of each row, and which rows have any list, be it an
 * empty one. Of each row the number of elements is kept, in one, two or four bytes, and of each block of rows where
 * its elements begin.
 */
export class Runs {
  readonly #kernels: Kernels;
  #counts: Slab;
  #width: Codes["width"] = 1;
  #blocks: Slab;
  #valid: Slab;
  #room: number;
  #rows = 0;
  #end = 0;

  /** @param rows how many are to come first, as far as that is known */
  constructor(kernels: Kernels, rows: number) {
    this.#kernels = kernels;
    this.#room = Math.ceil(Math.max(rows, 1) / ROWS_OF_VECTOR) * ROWS_OF_VECTOR;
    const slabs: Slab[] = [];
    try {
      for (const bytes of [this.#room, bytesOfBlocks(this.#room), bitmapBytes(this.#room)])
        slabs.push(kernels.allocate(bytes));
    } catch (error) {
      for (const slab of slabs) kernels.release(slab);
      throw error;
    }
    [this.#counts, this.#blocks, this.#valid] = slabs as [Slab, Slab, Slab];
  }

  get rows(): number {
    return this.#rows;
  }

  /** Elements of all rows. */
  get end(): number {
    return this.#end;
  }

  /** The rows that have a list. */
  valid(): Slab {
    return this.#valid;
  }

  isNull(row: number): boolean {
    return (this.#valid.u32()[row >>> 5]! & (1 << (row & 31))) === 0;
  }

  /** The place of the first element of a row, and that behind its last. */
  placesOf(row: number): readonly [from: number, end: number] {
    const counts = this.#countsOfRows();
    const from = startOf(row, counts, this.#blocks.u32());
    return [from, from + counts[row]!];
  }

  /** Makes room for rows that are then added. */
  reserve({ ofRows, most }: ElementCounts): void {
    const width = widthOf(Math.max(most, 0) + 1);
    if (width > this.#width) this.#widen(width);
    const room = roomFor(this.#rows + ofRows.length, this.#room);
    this.#counts = grown(this.#kernels, this.#counts, room * this.#width);
    this.#blocks = grown(this.#kernels, this.#blocks, bytesOfBlocks(room));
    this.#valid = grown(this.#kernels, this.#valid, bitmapBytes(room));
    this.#room = room;
  }

  /** Adds rows for which there is room. */
  add({ ofRows }: ElementCounts): void {
    const counts = this.#countsOfRows();
    const blocks = this.#blocks.u32();
    const valid = this.#valid.u32();
    let row = this.#rows;
    for (const count of ofRows) {
      if (row % ROWS_OF_BLOCK === 0) blocks[row / ROWS_OF_BLOCK] = this.#end;
      if (count >= 0) {
        valid[row >>> 5]! |= 1 << (row & 31);
        counts[row] = count;
        this.#end += count;
      }
      row++;
    }
    this.#rows = row;
  }

  /** Makes the bits of those rows, and no others, set that have an element whose bit is set. */
  rowsWith(elements: Slab, rows: number, out: Slab): void {
    const counts = this.#countsOfRows();
    const blocks = this.#blocks.u32();
    const end = rows === this.#rows ? this.#end : startOf(rows, counts, blocks);
    const found = this.#kernels.popcount(elements, wordsOf(end));
    out.u32().fill(0);
    if (found * ELEMENTS_APART > rows) eachRow(elements.u32(), counts, rows, out.u32());
    else
      eachElement(
        elements.u32(),
        end,
        counts,
        blocks.subarray(0, Math.ceil(rows / ROWS_OF_BLOCK)),
        out.u32(),
      );
  }

  /** Tells the list of each of the first rows, whatever becomes of this: from where to where it is, or that there is none. */
  frozen(rows: number): (row: number) => readonly [from: number, end: number] | undefined {
    const counts = this.#countsOfRows().slice(0, rows);
    const blocks = this.#blocks.u32().slice(0, Math.ceil(rows / ROWS_OF_BLOCK));
    const valid = this.#valid.u32().slice(0, Math.ceil(rows / 32));
    return (row) => {
      if ((valid[row >>> 5]! & (1 << (row & 31))) === 0) return undefined;
      const from = startOf(row, counts, blocks);
      return [from, from + counts[row]!];
    };
  }

  release(): void {
    this.#kernels.release(this.#counts);
    this.#kernels.release(this.#blocks);
    this.#kernels.release(this.#valid);
  }

  #countsOfRows(): Counts {
    return arrayOf({ slab: this.#counts, width: this.#width, rows: this.#rows, count: 0 });
  }

  #widen(width: Codes["width"]): void {
    const before = this.#counts;
    const narrow = this.#width;
    this.#counts = this.#kernels.allocate((before.bytes / narrow) * width);
    this.#width = width;
    // Not before the new slab is there: memory that grows leaves views behind.
    const counts = arrayOf({ slab: before, width: narrow, rows: this.#rows, count: 0 });
    this.#countsOfRows().set(counts.subarray(0, this.#rows));
    this.#kernels.release(before);
  }
}

/** How many elements each row has, -1 where it has no list; how many all have, and how many one at the most. */
export interface ElementCounts {
  readonly ofRows: Int32Array;
  readonly sum: number;
  readonly most: number;
}

export function countsOf(lists: readonly Value[], placesOfElement: 1 | 2): ElementCounts {
  const ofRows = new Int32Array(lists.length);
  let sum = 0;
  let most = -1;
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i];
    const count = Array.isArray(list) ? list.length / placesOfElement : -1;
    ofRows[i] = count;
    if (count > 0) sum += count;
    if (count > most) most = count;
  }
  return { ofRows, sum, most };
}

/** Rows of a bitmap that one vector has. */
const ROWS_OF_VECTOR = 128;

const ROWS_OF_BLOCK = 64;

function bytesOfBlocks(rows: number): number {
  return Math.ceil(rows / ROWS_OF_BLOCK) * 4;
}

function startOf(row: number, counts: Counts, blocks: Uint32Array): number {
  const block = Math.floor(row / ROWS_OF_BLOCK);
  let start = blocks[block]!;
  for (let before = block * ROWS_OF_BLOCK; before < row; before++) start += counts[before]!;
  return start;
}

/** Where at most one row in so many has such an element, rows are looked for from one element to the next. */
const ELEMENTS_APART = 8;

function eachElement(
  elements: Uint32Array,
  end: number,
  counts: Counts,
  blocks: Uint32Array,
  out: Uint32Array,
): void {
  let block = 0;
  let row = 0;
  let start = 0;
  for (let word = 0; word * 32 < end; word++) {
    let rest = elements[word]!;
    while (rest !== 0) {
      const element = word * 32 + 31 - Math.clz32(rest & -rest);
      if (element >= end) return;
      const next = nearbyLastAtMost(blocks, element, block, blocks.length);
      if (next > block) {
        block = next;
        row = block * ROWS_OF_BLOCK;
        start = blocks[block]!;
      }
      while (start + counts[row]! <= element) start += counts[row++]!;
      out[row >>> 5]! |= 1 << (row & 31);
      // The other elements of the row tell nothing more.
      const behind = start + counts[row]! - word * 32;
      rest = behind >= 32 ? 0 : rest & (-1 << behind);
    }
  }
}

function eachRow(elements: Uint32Array, counts: Counts, rows: number, out: Uint32Array): void {
  let at = 0;
  for (let row = 0; row < rows; row++) {
    const end = at + counts[row]!;
    if (end > at && hasBit(elements, at, end)) out[row >>> 5]! |= 1 << (row & 31);
    at = end;
  }
}

/** Whether a bit from one place to before another, which is above, is set. */
function hasBit(bits: Uint32Array, from: number, end: number): boolean {
  const last = (end - 1) >>> 5;
  const highest = -1 >>> (31 - ((end - 1) & 31));
  let lowest = -1 << (from & 31);
  for (let word = from >>> 5; word < last; word++) {
    if ((bits[word]! & lowest) !== 0) return true;
    lowest = -1;
  }
  return (bits[last]! & lowest & highest) !== 0;
}
