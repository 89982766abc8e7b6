import { nearbyLastAtMost } from "../../../values/binary-search.ts";
import {
  leadingSeparators,
  SEPARATOR,
  trailingSeparators,
  type EncodedStrings,
  type SearchString,
  type RowRange,
  type Slab,
  type UnseparatedStrings,
} from "./kernels.ts";

/**
 * Searches all strings. Jumps from one occurrence of the rarest search byte to the next, and after a match to
 * the next row.
 */
export function find(
  encoded: EncodedStrings,
  searchString: SearchString,
  out: Slab,
  { from, end } = { from: 0, end: encoded.rows },
): void {
  clearRows(out, from, end);
  if (searchString.borders !== undefined) {
    findRepetitive(encoded, searchString.bytes, searchString.borders, out, { from, end });
    return;
  }
  const bits = out.u32();
  const { rare } = searchString;
  const lead = leadingSeparators(searchString);
  const bytes = encoded.bytes.u8();
  const starts = encoded.starts.u32();
  const stop = starts[end]!;
  const searchBytes = searchString.bytes[rare]!;
  let row = from;
  for (let at = bytes.indexOf(searchBytes, starts[from]! - 1 + rare); at >= 0;) {
    if (at - rare + searchString.bytes.length > stop) return;
    if (!matchesAt(bytes, at - rare, searchString.bytes)) {
      at = bytes.indexOf(searchBytes, at + 1);
      continue;
    }
    row = nearbyLastAtMost(starts, at - rare + lead, row, end);
    bits[row >>> 5]! |= 1 << (row & 31);
    // Continue at the separator before the next string, because a match may include it.
    at = bytes.indexOf(searchBytes, starts[row + 1]! - 1 + rare);
  }
}

/**
 * Searches all strings in linear time (Knuth-Morris-Pratt). Sets bits, and clears none. A leading separator is not
 * repeated, so a search string with borders has none.
 */
function findRepetitive(
  encoded: EncodedStrings,
  searchBytes: Uint8Array,
  borders: Int32Array,
  out: Slab,
  { from, end }: RowRange,
): void {
  const bits = out.u32();
  const bytes = encoded.bytes.u8();
  const starts = encoded.starts.u32();
  const stop = starts[end]!;
  let row = from;
  for (let first = starts[from]! - 1; first < stop;) {
    const after = firstMatchEnd(bytes, first, stop, searchBytes, borders);
    if (after < 0) return;
    row = nearbyLastAtMost(starts, after - searchBytes.length, row, end);
    bits[row >>> 5]! |= 1 << (row & 31);
    // Continue at the separator before the next string, because a match may include it.
    first = starts[row + 1]! - 1;
  }
}

/** Returns the end offset of the first match in `[first, stop)`, or -1. */
function firstMatchEnd(
  bytes: Uint8Array,
  first: number,
  stop: number,
  searchBytes: Uint8Array,
  borders: Int32Array,
): number {
  let length = 0;
  for (let at = first; at < stop; at++) {
    const byte = bytes[at];
    while (length > 0 && byte !== searchBytes[length]) length = borders[length - 1]!;
    if (byte === searchBytes[length]) length++;
    if (length === searchBytes.length) return at + 1;
  }
  return -1;
}

/** Clears the bits of the rows in `[from, end)`, including all later bits of the last 32-bit word. */
export function clearRows(out: Slab, from: number, end: number): void {
  out.u32().fill(0, from >>> 5, Math.ceil(end / 32));
}

/** Clears the bits from `end` on in the 32-bit word that contains bit `end`. */
export function cutRows(bits: Slab, end: number): void {
  if ((end & 31) !== 0) bits.u32()[end >>> 5]! &= 2 ** (end & 31) - 1;
}

/** Searches the string of each row with a set bit separately, and clears the bit if it does not match. */
export function findAmong(
  encoded: EncodedStrings,
  searchString: SearchString,
  among: Slab,
  { from, end }: RowRange,
): void {
  cutRows(among, end);
  const bits = among.u32();
  const bytes = encoded.bytes.u8();
  const starts = encoded.starts.u32();
  const [lead, trail] = [leadingSeparators(searchString), trailingSeparators(searchString)];
  const { borders } = searchString;
  const { length } = searchString.bytes;
  for (let word = from >>> 5; word < Math.ceil(end / 32); word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      const row = word * 32 + 31 - Math.clz32(rest & -rest);
      const first = starts[row]! - 1;
      const last = starts[row + 1]! - length;
      const isFound =
        last >= first &&
        (borders !== undefined && lead + trail === 0
          ? firstMatchEnd(bytes, first, last + length, searchString.bytes, borders) >= 0
          : matchesBetween(bytes, trail > lead ? last : first, lead > 0 ? first : last, searchString));
      if (!isFound) bits[word]! &= ~(rest & -rest);
    }
  }
}

/** Returns whether the search string matches at any offset from `first` to `last`, both inclusive. */
function matchesBetween(
  bytes: Uint8Array,
  first: number,
  last: number,
  { bytes: searchBytes, rare }: SearchString,
): boolean {
  const byte = searchBytes[rare]!;
  for (let at = first; at <= last; at++)
    if (bytes[at + rare] === byte && matchesAt(bytes, at, searchBytes)) return true;
  return false;
}

export function separate({ bytes, from, end, starts, first, count }: UnseparatedStrings): boolean {
  const [array, offsets] = [bytes.u8(), starts.u32()];
  let endCount = 0;
  for (let at = from; at < end; at++) {
    if (array[at] !== 0) continue;
    if (endCount === count) return false;
    array[at] = SEPARATOR;
    offsets[first + endCount++] = at + 1;
  }
  return endCount === count;
}

function matchesAt(encoded: Uint8Array, at: number, searchString: Uint8Array): boolean {
  for (let i = 0; i < searchString.length; i++) if (encoded[at + i] !== searchString[i]) return false;
  return true;
}
