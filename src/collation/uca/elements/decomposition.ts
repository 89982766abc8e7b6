/**
 * Decomposes strings to NFD with the packaged data, independent of the JavaScript engine. Takes linear time: long
 * runs of marks are sorted by counting sort.
 */
import type { CharacterProperties } from "../tables/collation-table.ts";

/**
 * Returns whether elements must be computed from the NFD of `text.slice(from)`. Not necessary if all marks are in
 * canonical order, because the data contain elements of composed characters.
 */
export function needsDecomposition(
  properties: CharacterProperties,
  text: string,
  from: number,
  jamoInContext: boolean,
): boolean {
  const { pages } = properties;
  let before = 0;
  for (let i = from; i < text.length; i++) {
    let c = text.charCodeAt(i);
    if (c < 0xc0) {
      before = 0;
      continue;
    }
    if (c >= 0xd800 && c < 0xdc00 && i + 1 < text.length) {
      const trail = text.charCodeAt(i + 1);
      if (trail >= 0xdc00 && trail < 0xe000) {
        c = (c << 10) + trail - 0x35fdc00;
        i++;
      }
    }
    const value = pages[c >>> 8]![c & 255]!;
    if (value === 0) {
      before = 0;
      if (jamoInContext && c >= 0xac00 && c <= 0xd7a3) return true;
    } else if (value < 128) {
      if (before > value) return true;
      before = value;
    } else {
      if (value === 255) return true;
      before = value === 128 ? 0 : value;
    }
  }
  return false;
}

export function decompose(properties: CharacterProperties, text: string, from = 0): string {
  const { pages, decompositions } = properties;
  let points = codePointBuffer(text.length - from + 64);
  let size = 0;
  // Index in `points` after the last character that normalization never changes. The marks from there on are sorted.
  let run = 0;
  const add = (c: number): void => {
    if (size === points.length) {
      const larger = new Int32Array(points.length * 2);
      larger.set(points);
      points = larger;
    }
    if (pages[c >>> 8]![c & 255] === 0) {
      if (size - run > 1) sortMarks(pages, points, run, size);
      points[size++] = c;
      run = size;
    } else points[size++] = c;
  };
  for (let i = from; i < text.length; i++) {
    const c = text.codePointAt(i)!;
    if (c > 0xffff) i++;
    if (c >= 0xac00 && c <= 0xd7a3) {
      const s = c - 0xac00;
      add(0x1100 + Math.floor(s / 588));
      add(0x1161 + Math.floor((s % 588) / 28));
      if (s % 28 !== 0) add(0x11a7 + (s % 28));
    } else if (pages[c >>> 8]![c & 255]! < 128) add(c);
    else {
      const parts = decompositions.get(c)!;
      for (let part = 0; part < parts.length; part++) add(parts[part]!);
    }
  }
  if (size - run > 1) sortMarks(pages, points, run, size);
  return stringFromCodePoints(points, size);
}

/** Length of the reused buffers, in code points and UTF-16 units. Longer strings get a new code point buffer. */
const BUFFER_SIZE = 4096;

function codePointBuffer(count: number): Int32Array<ArrayBuffer> {
  return count > BUFFER_SIZE ? new Int32Array(count) : (reusedPoints ??= new Int32Array(BUFFER_SIZE));
}
let reusedPoints: Int32Array<ArrayBuffer> | undefined;

function stringFromCodePoints(points: Int32Array, size: number): string {
  let text = "";
  let count = 0;
  const units = (reusedUnits ??= new Uint16Array(BUFFER_SIZE));
  for (let i = 0; i < size; i++) {
    const c = points[i]!;
    if (c > 0xffff) {
      units[count++] = 0xd7c0 + (c >> 10);
      units[count++] = 0xdc00 + (c & 0x3ff);
    } else units[count++] = c;
    if (count >= BUFFER_SIZE - 1 || i === size - 1) {
      // `apply` accepts a typed array, although its type requires an array.
      text += String.fromCharCode.apply(null, units.subarray(0, count) as unknown as number[]);
      count = 0;
    }
  }
  return text;
}
let reusedUnits: Uint16Array | undefined;

/** Returns whether another string may have the same NFD as `decomposed`. */
export function hasOtherSpellings(properties: CharacterProperties, decomposed: string): boolean {
  const { pages, parts } = properties;
  for (let i = 0; i < decomposed.length; i++) {
    const c = decomposed.codePointAt(i)!;
    if (c > 0xffff) i++;
    if (parts.has(c) || pages[c >>> 8]![c & 255] !== 0 || (c >= 0x1161 && c <= 0x11c2)) return true;
  }
  return false;
}

function sortMarks(pages: readonly Uint8Array[], points: Int32Array, from: number, to: number): void {
  const rank = (i: number): number => pages[points[i]! >>> 8]![points[i]! & 255]!;
  if (to - from < 24) {
    for (let i = from + 1; i < to; i++) {
      const point = points[i]!;
      const markRank = rank(i);
      let j = i;
      while (j > from && rank(j - 1) > markRank) {
        points[j] = points[j - 1]!;
        j--;
      }
      points[j] = point;
    }
    return;
  }
  const starts = new Int32Array(129);
  for (let i = from; i < to; i++) starts[rank(i) + 1]!++;
  for (let i = 1; i < 129; i++) starts[i]! += starts[i - 1]!;
  const sorted = new Int32Array(to - from);
  for (let i = from; i < to; i++) sorted[starts[rank(i)]!++] = points[i]!;
  points.set(sorted, from);
}
