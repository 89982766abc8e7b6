import { failureTable, isRepetitive } from "../../../values/failure-table.ts";
import { scratchBytes, scratchUint32 } from "../tasks/scratch.ts";
import { SEPARATOR, type EncodedStrings, type SearchString } from "./kernels.ts";
import { popcount32 } from "./plain.ts";

export type MatchPosition = "anywhere" | "start" | "end" | "whole";

/** @param frequency number of occurrences of each byte value (0 to 255) in the searched strings */
export function encodeSearchString(
  value: string,
  position: MatchPosition,
  frequency: Float64Array,
): SearchString {
  const before = position === "start" || position === "whole" ? 1 : 0;
  const after = position === "end" || position === "whole" ? 1 : 0;
  const room = scratchBytes(before + value.length * 3 + after);
  const { written } = new TextEncoder().encodeInto(value, room.subarray(before));
  const bytes = room.subarray(0, before + written + after);
  if (before > 0) bytes[0] = SEPARATOR;
  if (after > 0) bytes[before + written] = SEPARATOR;
  const rare = indexOfRarest(bytes, frequency, -1);
  const other = bytes.length === 1 ? rare : indexOfRarest(bytes, frequency, rare);
  return { bytes, rare, other, isDense: false, borders: bordersIfRepetitive(bytes) };
}

function bordersIfRepetitive(bytes: Uint8Array): Int32Array | undefined {
  const borders = failureTable(bytes);
  return isRepetitive(borders) ? borders : undefined;
}

function indexOfRarest(bytes: Uint8Array, frequency: Float64Array, except: number): number {
  let best = except === 0 ? 1 : 0;
  for (let i = best + 1; i < bytes.length; i++) {
    if (i !== except && frequency[bytes[i]!]! < frequency[bytes[best]!]!) best = i;
  }
  return best;
}

/**
 * Returns the search string with the two bytes that occur together least often in a sample of the strings. Two bytes of the
 * same frequent word are a poor choice, even if both are rare. Returns the same search string if there are few strings.
 */
export function withRarestPair(searchString: SearchString, encoded: EncodedStrings): SearchString {
  const { bytes, borders } = searchString;
  const end = encoded.starts.u32()[encoded.rows]!;
  const size = Math.min(Math.floor(end / SAMPLE_DIVISOR / SAMPLE_PARTS), MAX_SAMPLE_PART) & ~31;
  if (size === 0 || borders !== undefined || bytes.length > MAX_PAIRED_BYTES) return searchString;
  const text = encoded.bytes.u8();
  const words = size / 32;
  const places = Array.from(bytes, () => scratchUint32(SAMPLE_PARTS * words));
  for (let part = 0; part < SAMPLE_PARTS; part++) {
    const from = Math.floor(((end - size - bytes.length) * part) / SAMPLE_PARTS);
    for (const [offset, byte] of bytes.entries())
      markByte(text, byte, from + offset, size, places[offset]!, part * words);
  }
  let best = { rare: searchString.rare, other: searchString.other, together: Infinity, apart: Infinity };
  const counts = places.map((bits) => countTogether(bits, bits));
  for (let rare = 0; rare < bytes.length; rare++)
    for (let other = rare; other < bytes.length; other++) {
      if (rare === other && bytes.length > 1) continue;
      const together = countTogether(places[rare]!, places[other]!);
      const apart = counts[rare]! + counts[other]!;
      if (together < best.together || (together === best.together && apart < best.apart))
        best = { rare, other, together, apart };
    }
  // The plain search looks for the first of both bytes only.
  const [rare, other] =
    counts[best.rare]! <= counts[best.other]! ? [best.rare, best.other] : [best.other, best.rare];
  const isDense = best.together * DENSE_DISTANCE > SAMPLE_PARTS * size;
  return { ...searchString, rare, other, isDense };
}

/** Sets a bit for each offset in `[from, from + size)` that has the byte. */
function markByte(
  text: Uint8Array,
  byte: number,
  from: number,
  size: number,
  bits: Uint32Array,
  firstWord: number,
): void {
  for (let word = 0; word < size / 32; word++) {
    let matches = 0;
    const at = from + word * 32;
    for (let bit = 0; bit < 32; bit++) if (text[at + bit] === byte) matches |= 1 << bit;
    bits[firstWord + word] = matches;
  }
}

function countTogether(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < a.length; word++) count += popcount32(a[word]! & b[word]!);
  return count;
}

/** The sample is at most this part of all bytes, so that it takes little time compared with the search. */
const SAMPLE_DIVISOR = 1024;
const SAMPLE_PARTS = 4;
/** Bytes of each part of the sample. */
const MAX_SAMPLE_PART = 2048;
/** Longer search strings are rare, and nearly always have a rare pair. */
const MAX_PAIRED_BYTES = 24;
/** A pair is dense if it occurs more often than once in so many bytes. */
const DENSE_DISTANCE = 128;
