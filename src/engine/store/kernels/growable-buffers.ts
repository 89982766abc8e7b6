import { bitmapBytes, type CodeArray, type Kernels, type Slab } from "./kernels.ts";
import { typedCodes } from "./plain.ts";

/**
 * Returns a capacity of at least `count`: 1/16 above it at first, 1.5 times the present capacity later. So
 * appending rarely reallocates.
 */
export function capacityFor(count: number, present: number): number {
  return count <= present ? present : Math.ceil(Math.max(count * (17 / 16), present * 1.5) / 128) * 128;
}

/** Returns a slab of at least `bytes` bytes with the same content. Releases the old slab if it had to move. */
export function withCapacity(kernels: Kernels, slab: Slab | undefined, bytes: number): Slab {
  if (slab === undefined) return kernels.allocate(bytes);
  if (bytes <= slab.bytes) return slab;
  const larger = kernels.allocate(bytes);
  larger.u8().set(slab.u8());
  kernels.release(slab);
  return larger;
}

/** Allocates slabs of the given sizes: all or none. */
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

/** Returns the bytes per code for a number of codes. */
export function widthOf(count: number): CodeArray["width"] {
  return count <= 0x100 ? 1 : count <= 0x1_0000 ? 2 : 4;
}

/** Copies codes to a new slab with another width or capacity. The caller releases the old slab. */
export function copyCodes(
  kernels: Kernels,
  codes: CodeArray,
  capacity: number,
  width: CodeArray["width"],
): Slab {
  const slab = kernels.allocate(capacity * width);
  // After the allocation: views are invalid once memory grows.
  typedCodes({ ...codes, slab, width }).set(typedCodes(codes).subarray(0, codes.rows));
  return slab;
}

/** Creates a bitmap of the rows for which `holds` returns true. */
export function bitmapWhere(kernels: Kernels, rows: number, holds: (row: number) => boolean): Slab {
  const slab = kernels.allocate(bitmapBytes(rows));
  const bits = slab.u32();
  for (let row = 0; row < rows; row++) if (holds(row)) bits[row >>> 5]! |= 1 << (row & 31);
  return slab;
}

export function fullBitmap(kernels: Kernels, rows: number): Slab {
  const slab = kernels.allocate(bitmapBytes(rows));
  const bits = slab.u32();
  bits.fill(0xffff_ffff, 0, rows >>> 5);
  if ((rows & 31) !== 0) bits[rows >>> 5] = 2 ** (rows & 31) - 1;
  return slab;
}

/** Sets exactly the bits of `rows`. */
export function writeBitmap(bitmap: Slab, rows: Uint32Array): void {
  const bits = bitmap.u32();
  bits.fill(0);
  for (const row of rows) bits[row >>> 5]! |= 1 << (row & 31);
}

/** Calls `visit` for each row whose bit is set, in ascending order. */
export function forEachRow(bits: Uint32Array, rows: number, visit: (row: number) => void): void {
  forEachRowBetween(bits, 0, rows, visit);
}

/** Like `forEachRow`, for the rows in `[from, end)`. `from` must be a multiple of 32. */
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
