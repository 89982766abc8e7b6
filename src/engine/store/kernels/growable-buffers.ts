import { bitmapBytes, type CodeArray, type Kernels, type Slab } from "./kernels.ts";
import { eachPart, isStepOver, ROWS_PER_STEP, type Task } from "../tasks/task.ts";
import { typedCodes } from "./plain.ts";

/**
 * Returns `present` if it suffices for `count` elements, otherwise a larger capacity. It has 1/16 of spare
 * room at first, later half of `present`, so that appending rarely reallocates.
 */
export function capacityFor(count: number, present: number): number {
  return count <= present ? present : Math.ceil(Math.max(count * (17 / 16), present * 1.5) / 128) * 128;
}

/**
 * Like `capacityFor`, with room for elements that follow. Assumes that these are like the present ones, but plans for at most
 * `MAX_GROWTH` times as many, because the first ones can be unusual.
 *
 * @param share expected fraction of all elements that the first `count` are, above 0. At least 1 if unknown
 */
export function capacityForAll(count: number, present: number, share: number): number {
  if (count <= present || share >= 1) return capacityFor(count, present);
  const expected = Math.min(count / share, count * MAX_GROWTH);
  return Math.ceil((Math.max(expected, present) * (17 / 16)) / 128) * 128;
}

const MAX_GROWTH = 4;

/**
 * Returns a slab of at least `bytes` bytes with the content of `slab`. Releases `slab` if the content had to
 * move.
 */
export function withCapacity(kernels: Kernels, slab: Slab | undefined, bytes: number): Slab {
  if (slab === undefined) return kernels.allocate(bytes);
  if (bytes <= slab.bytes) return slab;
  const larger = kernels.allocate(bytes);
  larger.u8().set(slab.u8());
  kernels.release(slab);
  return larger;
}

/** Allocates one slab per size. If one allocation fails, releases all of them. */
export function allocateAll(kernels: Kernels, sizes: readonly number[]): Slab[] {
  const slabs: Slab[] = [];
  try {
    for (const bytes of sizes) slabs.push(kernels.allocate(bytes));
    return slabs;
  } catch (error) {
    for (const slab of slabs) kernels.release(slab);
    throw error;
  }
}

export function widthOf(count: number): CodeArray["width"] {
  return count <= 0x100 ? 1 : count <= 0x1_0000 ? 2 : 4;
}

/** Copies codes to a new slab. The caller must release the old slab. */
export function copyCodes(
  kernels: Kernels,
  codes: CodeArray,
  capacity: number,
  width: CodeArray["width"],
): Slab {
  const slab = kernels.allocate(capacity * width);
  // Get the views after the allocation, because memory growth detaches them.
  typedCodes({ ...codes, slab, width }).set(typedCodes(codes).subarray(0, codes.rows));
  return slab;
}

export function bitmapWhere(kernels: Kernels, rows: number, holds: (row: number) => boolean): Slab {
  const slab = kernels.allocate(bitmapBytes(rows));
  const bits = slab.u32();
  for (let row = 0; row < rows; row++) if (holds(row)) bits[row >>> 5]! |= 1 << (row & 31);
  return slab;
}

export function fullBitmap(kernels: Kernels, rows: number): Slab {
  const slab = kernels.allocate(bitmapBytes(rows));
  fillBitmap(slab, rows);
  return slab;
}

/** Sets the bits of the first `rows` rows, and clears all others. */
export function fillBitmap(bitmap: Slab, rows: number): void {
  const bits = bitmap.u32();
  bits.fill(0xffff_ffff, 0, rows >>> 5);
  bits.fill(0, rows >>> 5);
  if ((rows & 31) !== 0) bits[rows >>> 5] = 2 ** (rows & 31) - 1;
}

export function writeBitmap(bitmap: Slab, rows: Uint32Array): void {
  const bits = bitmap.u32();
  bits.fill(0);
  for (const row of rows) bits[row >>> 5]! |= 1 << (row & 31);
}

export function forEachRow(bits: Uint32Array, rows: number, visit: (row: number) => void): void {
  forEachRowBetween(bits, 0, rows, visit);
}

/**
 * Visits the rows in `[from, end)` whose bit is set, in ascending order, until `visit` returns false. Returns the row after
 * the last visited one, or `end`.
 */
export function visitRowsUntil(
  bits: Uint32Array,
  from: number,
  end: number,
  visit: (row: number) => boolean,
): number {
  const words = Math.ceil(end / 32);
  let mask = -1 << (from & 31);
  for (let word = from >>> 5; word < words; word++) {
    if (word === end >>> 5) mask &= 2 ** (end & 31) - 1;
    for (let rest = bits[word]! & mask; rest !== 0; rest &= rest - 1) {
      const row = (word << 5) + 31 - Math.clz32(rest & -rest);
      if (!visit(row)) return row + 1;
    }
    mask = -1;
  }
  return end;
}

/**
 * Visits the rows whose bit is set, in ascending order. A step ends once it has done enough work, which `visit` counts.
 *
 * @param views returns the bitmap and a visitor; called in each step, because growing memory detaches arrays
 */
export function eachSelectedRow(
  rows: number,
  views: () => { readonly bits: Uint32Array; readonly visit: (row: number) => void },
): Task<void> {
  const visitSome = (from: number, end: number) => {
    const { bits, visit } = views();
    return visitRowsUntil(bits, from, end, (row) => {
      visit(row);
      return !isStepOver();
    });
  };
  return eachPart(rows, visitSome, ROWS_PER_STEP);
}

/**
 * Visits the rows in `[from, end)` whose bit is set, in ascending order. Requires that `from` is a multiple
 * of 32, and that the bits after `end` in its 32-bit word are zero.
 */
export function forEachRowBetween(
  bits: Uint32Array,
  from: number,
  end: number,
  visit: (row: number) => void,
): void {
  const words = Math.ceil(end / 32);
  for (let word = from >>> 5; word < words; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      visit((word << 5) + 31 - Math.clz32(rest & -rest));
    }
  }
}
