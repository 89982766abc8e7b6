import { wordsOf, type Blob, type Kernels, type Needle, type Slab } from "../kernels/kernels.ts";
import type { Scratch } from "../kernels/bitmap-pool.ts";
import type { Part, Signatures } from "./trigram-index.ts";
import type { Thresholds } from "../tasks/thresholds.ts";

/** Texts that are written for search, and what signatures tell of them. */
export interface SearchedTexts {
  readonly blob: Blob;
  readonly signatures: Signatures;
}

/** What it is done with. */
interface Tools {
  readonly kernels: Kernels;
  readonly scratch: Scratch;
  readonly thresholds: Thresholds;
}

/** Takes away the bits of rows in whose text not all needles stand. Where few are left, few are read. */
export function keepFound(texts: SearchedTexts, needles: readonly Needle[], bits: Slab, tools: Tools): void {
  const { blob, signatures } = texts;
  // What signatures take out for one needle need not be read for another.
  if (needles.length > 1)
    for (const { bytes } of needles) signatures.narrow(bytes, blob, bits, tools.thresholds);
  for (const needle of needles) keepOne(texts, needle, bits, tools);
}

function keepOne(texts: SearchedTexts, needle: Needle, bits: Slab, tools: Tools): void {
  const { blob } = texts;
  for (const part of partsToRead(texts, needle, bits, tools)) {
    if (areFew(blob, part, 0)) tools.kernels.findAmong(blob, needle, bits, part);
    else keepFoundOfMany(blob, needle, bits, part, tools);
  }
}

/** The same for a part of which much is left: the first rows tell whether each of the others is worth its own look. */
function keepFoundOfMany(blob: Blob, needle: Needle, bits: Slab, part: Part, tools: Tools): void {
  const { kernels, scratch, thresholds } = tools;
  const from = Math.min(part.from + thresholds.searchSampleRows, part.end);
  let found = 0;
  if (from > part.from) {
    kernels.findAmong(blob, needle, bits, { from: part.from, end: from });
    found = kernels.popcount(bits, wordsOf(from - part.from), part.from / 32) / (from - part.from);
  }
  if (from === part.end) return;
  const rest = { from, end: part.end, left: Math.min(part.left, part.end - from) };
  if (areFew(blob, rest, found)) return kernels.findAmong(blob, needle, bits, rest);
  scratch.use(bits.bytes, (all) => {
    kernels.find(blob, needle, all, rest);
    kernels.and(bits, all, wordsOf(part.end - from), from / 32, from / 32);
  });
}

/** The rows that may have the needle, those side by side that are read in the same way as one part. */
function partsToRead(
  { blob, signatures }: SearchedTexts,
  { bytes }: Needle,
  bits: Slab,
  { kernels, thresholds }: Tools,
): Part[] {
  const parts: Part[] = [];
  const add = (part: Part) => {
    const before = parts.at(-1);
    if (before?.end === part.from && areFew(blob, before, 0) === areFew(blob, part, 0))
      parts[parts.length - 1] = { ...part, from: before.from, left: before.left + part.left };
    else parts.push(part);
  };
  for (const part of signatures.narrow(bytes, blob, bits, thresholds)) add(part);
  const from = signatures.serve(bytes, blob);
  if (from < blob.rows) {
    const left = kernels.popcount(bits, wordsOf(blob.rows - from), from / 32);
    const part = { from, end: blob.rows, left };
    signatures.countRead(bytes, areFew(blob, part, 0) ? left : blob.rows - from);
    if (left > 0) add(part);
  }
  return parts;
}

/**
 * Whether so few rows are left of a part that a look at each of them is quicker than one at all the texts: that takes
 * time for each byte and for each row that is found.
 *
 * @param found the share of the rows in which the needle seems to be
 */
function areFew({ starts }: Blob, { from, end, left }: Part, found: number): boolean {
  const places = starts.u32();
  const rows = end - from;
  const bytes = places[end]! - places[from]!;
  return left * (LOOK + bytes / rows) <= bytes + found * rows * FINDING;
}

/** What a look at a row costs, and what a row that is found among all costs, in bytes that are read meanwhile. */
const LOOK = 64;
const FINDING = 128;
