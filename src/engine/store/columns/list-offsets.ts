import { nearbyLastAtMost } from "../../../values/binary-search.ts";
import type { Value } from "../../../values/types.ts";
import { allocateAll, capacityFor, copyCodes, widthOf, withCapacity } from "../kernels/growable-buffers.ts";
import { LongList } from "../members/element-reader.ts";
import { bitmapBytes, bitmapWordCount, type CodeArray, type Kernels, type Slab } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";

type CountArray = ReturnType<typeof typedCodes>;

/**
 * Offsets of each row's list in the elements of all rows. Stores a count per row in 1, 2 or 4 bytes, and an
 * offset per block of rows.
 */
export class ListOffsets {
  readonly #kernels: Kernels;
  readonly #expected: number;
  #counts: Slab;
  #width: CodeArray["width"] = 1;
  #blocks: Slab;
  #valid: Slab;
  #capacity: number;
  #rows = 0;
  #end = 0;

  /** @param rows expected number of rows */
  constructor(kernels: Kernels, rows: number) {
    this.#kernels = kernels;
    this.#expected = rows;
    this.#capacity = Math.ceil(Math.max(rows, 1) / VECTOR_ROWS) * VECTOR_ROWS;
    const slabs = allocateAll(kernels, [
      this.#capacity,
      blockBytes(this.#capacity),
      bitmapBytes(this.#capacity),
    ]);
    [this.#counts, this.#blocks, this.#valid] = slabs as [Slab, Slab, Slab];
  }

  static of(kernels: Kernels, { rows, width, end }: OffsetState, slabs: readonly Slab[]): ListOffsets {
    const offsets = new ListOffsets(kernels, 0);
    offsets.release();
    [offsets.#counts, offsets.#blocks, offsets.#valid] = slabs as [Slab, Slab, Slab];
    [offsets.#rows, offsets.#width, offsets.#end] = [rows, width, end];
    offsets.#capacity = offsets.#counts.bytes / width;
    return offsets;
  }

  image(): { readonly state: OffsetState; readonly slabs: readonly [Slab, Slab, Slab] } {
    const state = { rows: this.#rows, width: this.#width, end: this.#end };
    return { state, slabs: [this.#counts, this.#blocks, this.#valid] };
  }

  get rows(): number {
    return this.#rows;
  }

  /** Number of elements in the lists of all rows. */
  get end(): number {
    return this.#end;
  }

  /** Returns where the elements of new rows belong. */
  placeOf({ ofRows, sum }: ElementCounts): ElementPlace {
    return { from: this.#end, count: sum, share: (this.#rows + ofRows.length) / this.#expected };
  }

  valid(): Slab {
    return this.#valid;
  }

  isNull(row: number): boolean {
    return (this.#valid.u32()[row >>> 5]! & (1 << (row & 31))) === 0;
  }

  /** Returns the offsets `[from, end)` of the row's elements in the elements of all rows. */
  elementRange(row: number): readonly [from: number, end: number] {
    const counts = this.#typedCounts();
    const from = startOf(row, counts, this.#blocks.u32());
    return [from, from + counts[row]!];
  }

  reserve({ ofRows, max }: ElementCounts): void {
    const width = widthOf(Math.max(max, 0) + 1);
    if (width > this.#width) this.#widen(width);
    const capacity = capacityFor(this.#rows + ofRows.length, this.#capacity);
    this.#counts = withCapacity(this.#kernels, this.#counts, capacity * this.#width);
    this.#blocks = withCapacity(this.#kernels, this.#blocks, blockBytes(capacity));
    this.#valid = withCapacity(this.#kernels, this.#valid, bitmapBytes(capacity));
    this.#capacity = capacity;
  }

  /** Appends the counts of rows. Requires a call of `reserve` with the same counts before. */
  add({ ofRows }: ElementCounts): void {
    const counts = this.#typedCounts();
    const blocks = this.#blocks.u32();
    const valid = this.#valid.u32();
    let row = this.#rows;
    for (const count of ofRows) {
      if (row % BLOCK_ROWS === 0) blocks[row / BLOCK_ROWS] = this.#end;
      if (count >= 0) {
        valid[row >>> 5]! |= 1 << (row & 31);
        counts[row] = count;
        this.#end += count;
      }
      row++;
    }
    this.#rows = row;
  }

  /** Sets exactly the bits of the rows with at least one element whose bit in `elements` is set. */
  rowsWithElements(elements: Slab, rows: number, out: Slab): void {
    const counts = this.#typedCounts();
    const blocks = this.#blocks.u32();
    const end = rows === this.#rows ? this.#end : startOf(rows, counts, blocks);
    const matchCount = this.#kernels.popcount(elements, bitmapWordCount(end));
    out.u32().fill(0);
    if (matchCount * SPARSE_ELEMENTS_DIVISOR > rows) markRowsByRow(elements.u32(), counts, rows, out.u32());
    else
      markRowsByElement(
        elements.u32(),
        end,
        counts,
        blocks.subarray(0, Math.ceil(rows / BLOCK_ROWS)),
        out.u32(),
      );
  }

  /** Copies the offsets of the first `rows` rows. The returned function returns undefined for a null list. */
  snapshot(rows: number): (row: number) => readonly [from: number, end: number] | undefined {
    const counts = this.#typedCounts().slice(0, rows);
    const blocks = this.#blocks.u32().slice(0, Math.ceil(rows / BLOCK_ROWS));
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

  #typedCounts(): CountArray {
    return typedCodes(this.#countCodes());
  }

  #countCodes(): CodeArray {
    return { slab: this.#counts, width: this.#width, rows: this.#rows, count: 0 };
  }

  #widen(width: CodeArray["width"]): void {
    const before = this.#countCodes();
    this.#counts = copyCodes(this.#kernels, before, before.slab.bytes / before.width, width);
    this.#width = width;
    this.#kernels.release(before.slab);
  }
}

export interface OffsetState {
  readonly rows: number;
  readonly width: CodeArray["width"];
  /** Number of elements of all rows. */
  readonly end: number;
}

/** Place of the elements of new rows among those of all rows. */
export interface ElementPlace {
  /** Index of the first element. */
  readonly from: number;
  readonly count: number;
  /** Share of the expected rows that are present, the new ones included. At least 1 if no more rows are expected. */
  readonly share: number;
}

/** Number of elements of each row (-1 for null), of all rows, and of the longest list. */
export interface ElementCounts {
  readonly ofRows: Int32Array;
  readonly sum: number;
  readonly max: number;
}

export function countElements(lists: readonly Value[], slotsPerElement: 1 | 2): ElementCounts {
  const ofRows = new Int32Array(lists.length);
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i];
    const isList = Array.isArray(list) || list instanceof LongList;
    ofRows[i] = isList ? list.length / slotsPerElement : -1;
  }
  return countsOf(ofRows);
}

/** @param ofRows number of elements of each row, -1 for null */
export function countsOf(ofRows: Int32Array): ElementCounts {
  let sum = 0;
  let max = -1;
  for (const count of ofRows) {
    if (count > 0) sum += count;
    if (count > max) max = count;
  }
  return { ofRows, sum, max };
}

const VECTOR_ROWS = 128;

const BLOCK_ROWS = 64;

function blockBytes(rows: number): number {
  return Math.ceil(rows / BLOCK_ROWS) * 4;
}

function startOf(row: number, counts: CountArray, blocks: Uint32Array): number {
  const block = Math.floor(row / BLOCK_ROWS);
  let start = blocks[block]!;
  for (let before = block * BLOCK_ROWS; before < row; before++) start += counts[before]!;
  return start;
}

/** If matching elements are at most 1/8 of the rows, these elements are visited instead of all rows. */
const SPARSE_ELEMENTS_DIVISOR = 8;

function markRowsByElement(
  elements: Uint32Array,
  end: number,
  counts: CountArray,
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
        row = block * BLOCK_ROWS;
        start = blocks[block]!;
      }
      while (start + counts[row]! <= element) start += counts[row++]!;
      out[row >>> 5]! |= 1 << (row & 31);
      const after = start + counts[row]! - word * 32;
      rest = after >= 32 ? 0 : rest & (-1 << after);
    }
  }
}

function markRowsByRow(elements: Uint32Array, counts: CountArray, rows: number, out: Uint32Array): void {
  let at = 0;
  for (let row = 0; row < rows; row++) {
    const end = at + counts[row]!;
    if (end > at && hasBit(elements, at, end)) out[row >>> 5]! |= 1 << (row & 31);
    at = end;
  }
}

/** Returns whether any bit in `[from, end)` is set. Requires `from < end`. */
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
