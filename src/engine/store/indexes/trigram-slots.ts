import { TRIGRAM_BYTES, trigramHash, TRIGRAM_HASHES, type EncodedStrings } from "../kernels/kernels.ts";

/**
 * Assigns trigrams to slices by their frequency in a sample, so that slices have similar numbers of rows.
 * Slice 0 is for trigrams in more than half of the strings, which rule out few rows.
 *
 * @param table receives the slice of each trigram hash, shifted left by 2
 * @returns the number of slices
 */
export function assignTrigramSlices(encoded: EncodedStrings, table: Uint16Array): number {
  const { counts, sampled } = countTrigrams(encoded);
  const met = new Uint32Array(TRIGRAM_HASHES);
  let sum = 0;
  let end = 0;
  for (let trigram = 0; trigram < TRIGRAM_HASHES; trigram++) {
    const count = counts[trigram]!;
    if (count === 0 || count * 2 > sampled) continue;
    sum += count;
    // Combine the count (high half) and the hash (low half), so that sorting puts the rarest first.
    met[end++] = count * TRIGRAM_HASHES + trigram;
  }
  const rarestFirst = met.subarray(0, end).sort();
  const slices = sliceCount(sum / sampled);
  const loads = new SliceLoads(slices - 1);
  table.fill(0);
  for (let i = end - 1; i >= 0; i--) {
    const trigram = rarestFirst[i]! % TRIGRAM_HASHES;
    table[trigram] = (1 + loads.addToLightest(counts[trigram]!)) << 2;
  }
  const light = loads.lighterHalf();
  for (let trigram = 0; trigram < TRIGRAM_HASHES; trigram++)
    if (counts[trigram] === 0) table[trigram] = (1 + light[trigram % light.length]!) << 2;
  return slices;
}

/** Counts for each trigram hash how many strings of an evenly spaced sample contain it. */
function countTrigrams({ bytes, starts, rows }: EncodedStrings) {
  const places = starts.u32();
  const wanted = Math.max(1, Math.ceil(MAX_SAMPLED_BYTES / (places[rows]! / rows)));
  const step = Math.max(1, Math.floor(rows / Math.min(wanted, MAX_SAMPLED_STRINGS)));
  const counts = new Uint32Array(TRIGRAM_HASHES);
  const lastMet = new Uint32Array(TRIGRAM_HASHES);
  const data = bytes.u8();
  let sampled = 0;
  for (let row = 0; row < rows && sampled < MAX_SAMPLED_STRINGS; row += step) {
    sampled++;
    const first = places[row]! - 1;
    const end = Math.min(places[row + 1]! - TRIGRAM_BYTES, first + MAX_SAMPLED_BYTES);
    for (let at = first; at <= end; at++) {
      const trigram = trigramHash(data, at);
      if (lastMet[trigram] === sampled) continue;
      lastMet[trigram] = sampled;
      counts[trigram]!++;
    }
  }
  return { counts, sampled };
}

/** Temporary memory of `assignTrigramSlices`, in bytes. */
export const ASSIGNMENT_BYTES = TRIGRAM_HASHES * 4 * 3;

const MAX_SAMPLED_BYTES = 1 << 18;
const MAX_SAMPLED_STRINGS = 8192;

/** @param trigrams average number of distinct trigrams per string */
function sliceCount(trigrams: number): number {
  const wanted = Math.ceil((trigrams * SLICES_PER_TRIGRAM) / 32) * 32;
  return Math.min(Math.max(wanted, MIN_SLICES), MAX_SLICES);
}

const SLICES_PER_TRIGRAM = 4;
const MIN_SLICES = 64;
const MAX_SLICES = 2048;

/** Sum of the trigram frequencies of each slice, as a min-heap. */
class SliceLoads {
  readonly #heap: Uint16Array;
  readonly #weights: Float64Array;

  constructor(count: number) {
    this.#heap = Uint16Array.from({ length: count }, (_, slice) => slice);
    this.#weights = new Float64Array(count);
  }

  /** Adds the weight to the slice with the lowest sum, and returns this slice. */
  addToLightest(weight: number): number {
    const heap = this.#heap;
    const weights = this.#weights;
    const slice = heap[0]!;
    weights[slice]! += weight;
    for (let at = 0; ;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && weights[heap[child + 1]!]! < weights[heap[child]!]!) child++;
      if (child >= heap.length || weights[heap[child]!]! >= weights[slice]!) {
        heap[at] = slice;
        return slice;
      }
      heap[at] = heap[child]!;
      at = child;
    }
  }

  lighterHalf(): Uint16Array {
    const weights = this.#weights;
    return this.#heap.toSorted((a, b) => weights[a]! - weights[b]!).subarray(0, this.#heap.length >>> 1);
  }
}
