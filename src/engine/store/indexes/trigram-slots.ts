import { TRIGRAM_BYTES, trigramHash, TRIGRAM_HASHES, type EncodedStrings } from "../kernels/kernels.ts";

/**
 * Shares grams out among slices, as some of the texts have them: those that many texts have get slices of their own,
 * the others share. Those that half of the texts have tell nothing, and all have the first slice.
 *
 * @param table gets the slice of each gram, above the two lowest bits
 * @returns how many slices there are
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
    // The count above the gram: sorted, the rarest come first.
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

/** In how many of some texts, far apart from each other, each gram is. */
function countTrigrams({ bytes, starts, rows }: EncodedStrings) {
  const places = starts.u32();
  const wanted = Math.max(1, Math.ceil(MAX_SAMPLED_BYTES / (places[rows]! / rows)));
  const step = Math.max(1, Math.floor(rows / Math.min(wanted, MAX_SAMPLED_STRINGS)));
  const counts = new Uint32Array(TRIGRAM_HASHES);
  const lastMet = new Uint32Array(TRIGRAM_HASHES);
  const texts = bytes.u8();
  let sampled = 0;
  for (let row = 0; row < rows && sampled < MAX_SAMPLED_STRINGS; row += step) {
    sampled++;
    const first = places[row]! - 1;
    const end = Math.min(places[row + 1]! - TRIGRAM_BYTES, first + MAX_SAMPLED_BYTES);
    for (let at = first; at <= end; at++) {
      const trigram = trigramHash(texts, at);
      if (lastMet[trigram] === sampled) continue;
      lastMet[trigram] = sampled;
      counts[trigram]!++;
    }
  }
  return { counts, sampled };
}

/** What countGrams and shareOutGrams need for a moment, in bytes. */
export const ASSIGNMENT_BYTES = TRIGRAM_HASHES * 4 * 3;

/** So many bytes are looked at, and so many texts, at the most. */
const MAX_SAMPLED_BYTES = 1 << 18;
const MAX_SAMPLED_STRINGS = 8192;

/** @param grams that a text has */
function sliceCount(grams: number): number {
  const wanted = Math.ceil((grams * SLICES_PER_TRIGRAM) / 32) * 32;
  return Math.min(Math.max(wanted, MIN_SLICES), MAX_SLICES);
}

const SLICES_PER_TRIGRAM = 4;
const MIN_SLICES = 64;
const MAX_SLICES = 2048;

/** Piles of which the lightest is on top, as a heap. */
class SliceLoads {
  readonly #heap: Uint16Array;
  readonly #weights: Float64Array;

  constructor(count: number) {
    this.#heap = Uint16Array.from({ length: count }, (_, slice) => slice);
    this.#weights = new Float64Array(count);
  }

  /** Puts so much on the lightest pile, and tells which it was. */
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
