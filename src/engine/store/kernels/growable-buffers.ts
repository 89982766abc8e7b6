import { bitmapBytes, type Kernels, type Slab } from "./kernels.ts";

/** Room for more than is asked for, so that what grows by little moves seldom: a sixteenth at first, then half. */
export function roomFor(count: number, present: number): number {
  return count <= present ? present : Math.ceil(Math.max(count * (17 / 16), present * 1.5) / 128) * 128;
}

/** The same bytes in a slab that has room for more; the old one is released. */
export function grown(kernels: Kernels, slab: Slab, bytes: number): Slab {
  if (bytes <= slab.bytes) return slab;
  const larger = kernels.allocate(bytes);
  larger.u8().set(slab.u8());
  kernels.release(slab);
  return larger;
}

/** A bitmap whose bits are those of the rows for which a test holds. */
export function bitmapOf(kernels: Kernels, rows: number, holds: (row: number) => boolean): Slab {
  const slab = kernels.allocate(bitmapBytes(rows));
  const bits = slab.u32();
  for (let row = 0; row < rows; row++) if (holds(row)) bits[row >>> 5]! |= 1 << (row & 31);
  return slab;
}

/** A bitmap of all rows. */
export function everyRow(kernels: Kernels, rows: number): Slab {
  const slab = kernels.allocate(bitmapBytes(rows));
  const bits = slab.u32();
  bits.fill(0xffff_ffff, 0, rows >>> 5);
  if ((rows & 31) !== 0) bits[rows >>> 5] = 2 ** (rows & 31) - 1;
  return slab;
}

/** Makes the bits of some rows, and no others, set. */
export function setRows(bitmap: Slab, rows: Uint32Array): void {
  const bits = bitmap.u32();
  bits.fill(0);
  for (const row of rows) bits[row >>> 5]! |= 1 << (row & 31);
}

/** Calls with each row whose bit is set, in ascending order. */
export function eachRow(bits: Uint32Array, rows: number, visit: (row: number) => void): void {
  eachRowBetween(bits, 0, rows, visit);
}

/** The same for the rows from one that begins a word to before another one. */
export function eachRowBetween(
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
