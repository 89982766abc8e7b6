import { nearbyLastAtMost } from "../../../values/binary-search.ts";
import {
  GRAM_BYTES,
  gramNumber,
  leadOf,
  trailOf,
  type Blob,
  type Needle,
  type RowRange,
  type SignedRows,
  type Slab,
} from "./kernels.ts";

/** From one place of the rarest byte to the next; where the needle stands there, on to the next row. */
export function find(
  blob: Blob,
  needle: Needle,
  out: Slab,
  { from, end } = { from: 0, end: blob.rows },
): void {
  clearRows(out, from, end);
  const bits = out.u32();
  const { rare } = needle;
  const lead = leadOf(needle);
  const bytes = blob.bytes.u8();
  const starts = blob.starts.u32();
  const stop = starts[end]!;
  const sought = needle.bytes[rare]!;
  let row = from;
  for (let at = bytes.indexOf(sought, starts[from]! - 1 + rare); at >= 0;) {
    if (at - rare + needle.bytes.length > stop) return;
    if (!standsAt(bytes, at - rare, needle.bytes)) {
      at = bytes.indexOf(sought, at + 1);
      continue;
    }
    row = nearbyLastAtMost(starts, at - rare + lead, row, end);
    bits[row >>> 5]! |= 1 << (row & 31);
    // The byte before the next text belongs to what begins there.
    at = bytes.indexOf(sought, starts[row + 1]! - 1 + rare);
  }
}

/** Makes the bits of some rows zero, and those beyond the last one of its word. */
export function clearRows(out: Slab, from: number, end: number): void {
  out.u32().fill(0, from >>> 5, Math.ceil(end / 32));
}

/** Makes the bits zero that stand beyond the last row in its word. */
export function cutRows(bits: Slab, end: number): void {
  if ((end & 31) !== 0) bits.u32()[end >>> 5]! &= 2 ** (end & 31) - 1;
}

/** Takes away the bits of rows in whose text the needle does not stand, looking at each by itself. */
export function findAmong(blob: Blob, needle: Needle, among: Slab, { from, end }: RowRange): void {
  cutRows(among, end);
  const bits = among.u32();
  const bytes = blob.bytes.u8();
  const starts = blob.starts.u32();
  const [lead, trail] = [leadOf(needle), trailOf(needle)];
  const { length } = needle.bytes;
  for (let word = from >>> 5; word < Math.ceil(end / 32); word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      const row = word * 32 + 31 - Math.clz32(rest & -rest);
      const first = starts[row]! - 1;
      const last = starts[row + 1]! - length;
      const isFound =
        last >= first && standsBetween(bytes, trail > lead ? last : first, lead > 0 ? first : last, needle);
      if (!isFound) bits[word]! &= ~(rest & -rest);
    }
  }
}

/** Whether the needle begins at a place from one to another, both included. */
function standsBetween(
  bytes: Uint8Array,
  first: number,
  last: number,
  { bytes: sought, rare }: Needle,
): boolean {
  const byte = sought[rare]!;
  for (let at = first; at <= last; at++)
    if (bytes[at + rare] === byte && standsAt(bytes, at, sought)) return true;
  return false;
}

/** Sets the bits of rows in the slices that their grams belong to. */
export function sign(
  blob: Blob,
  { from, end }: RowRange,
  { table, words, slab, slices, stride }: SignedRows,
  first: number,
): void {
  const bytes = blob.bytes.u8();
  const starts = blob.starts.u32();
  const entries = table.u16();
  const gathered = words.u32();
  const out = slab.u32();
  for (let row = from; row < end;) {
    const word = (row - first) >>> 5;
    for (let bit = 1; bit !== 0 && row < end; bit <<= 1, row++) {
      const last = starts[row + 1]! - GRAM_BYTES;
      for (let at = starts[row]! - 1; at <= last; at++) {
        const number = gramNumber(bytes, at);
        const entry = entries[number]!;
        if ((entry & 1) === 0) entries[number] = entry | 1;
        gathered[entry >>> 2]! |= bit;
      }
    }
    for (let slice = 0; slice < slices; slice++) out[(slice * stride) / 4 + word] = gathered[slice]!;
    gathered.fill(0, 0, slices);
  }
}

function standsAt(blob: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let i = 0; i < needle.length; i++) if (blob[at + i] !== needle[i]) return false;
  return true;
}
