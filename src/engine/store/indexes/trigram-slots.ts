import { GRAM_BYTES, gramNumber, GRAMS, type Blob } from "../kernels/kernels.ts";

/**
 * Shares grams out among slices, as some of the texts have them: those that many texts have get slices of their own,
 * the others share. Those that half of the texts have tell nothing, and all have the first slice.
 *
 * @param table gets the slice of each gram, above the two lowest bits
 * @returns how many slices there are
 */
export function shareOutGrams(blob: Blob, table: Uint16Array): number {
  const { counts, taken } = countGrams(blob);
  const met = new Uint32Array(GRAMS);
  let sum = 0;
  let end = 0;
  for (let gram = 0; gram < GRAMS; gram++) {
    const count = counts[gram]!;
    if (count === 0 || count * 2 > taken) continue;
    sum += count;
    // The count above the gram: sorted, the rarest come first.
    met[end++] = count * GRAMS + gram;
  }
  const rarestFirst = met.subarray(0, end).sort();
  const slices = sliceCount(sum / taken);
  const piles = new Piles(slices - 1);
  table.fill(0);
  for (let i = end - 1; i >= 0; i--) {
    const gram = rarestFirst[i]! % GRAMS;
    table[gram] = (1 + piles.load(counts[gram]!)) << 2;
  }
  const light = piles.lighterHalf();
  for (let gram = 0; gram < GRAMS; gram++)
    if (counts[gram] === 0) table[gram] = (1 + light[gram % light.length]!) << 2;
  return slices;
}

/** In how many of some texts, far apart from each other, each gram is. */
function countGrams({ bytes, starts, rows }: Blob) {
  const places = starts.u32();
  const wanted = Math.max(1, Math.ceil(SAMPLED_BYTES / (places[rows]! / rows)));
  const step = Math.max(1, Math.floor(rows / Math.min(wanted, MOST_SAMPLED)));
  const counts = new Uint32Array(GRAMS);
  const lastMet = new Uint32Array(GRAMS);
  const texts = bytes.u8();
  let taken = 0;
  for (let row = 0; row < rows && taken < MOST_SAMPLED; row += step) {
    taken++;
    const first = places[row]! - 1;
    const end = Math.min(places[row + 1]! - GRAM_BYTES, first + SAMPLED_BYTES);
    for (let at = first; at <= end; at++) {
      const gram = gramNumber(texts, at);
      if (lastMet[gram] === taken) continue;
      lastMet[gram] = taken;
      counts[gram]!++;
    }
  }
  return { counts, taken };
}

/** What countGrams and shareOutGrams need for a moment, in bytes. */
export const SHARING_BYTES = GRAMS * 4 * 3;

/** So many bytes are looked at, and so many texts, at the most. */
const SAMPLED_BYTES = 1 << 18;
const MOST_SAMPLED = 8192;

/** @param grams that a text has */
function sliceCount(grams: number): number {
  const wanted = Math.ceil((grams * SLICES_A_GRAM) / 32) * 32;
  return Math.min(Math.max(wanted, FEWEST_SLICES), MOST_SLICES);
}

const SLICES_A_GRAM = 4;
const FEWEST_SLICES = 64;
const MOST_SLICES = 2048;

/** Piles of which the lightest is on top, as a heap. */
class Piles {
  readonly #heap: Uint16Array;
  readonly #weights: Float64Array;

  constructor(count: number) {
    this.#heap = Uint16Array.from({ length: count }, (_, pile) => pile);
    this.#weights = new Float64Array(count);
  }

  /** Puts so much on the lightest pile, and tells which it was. */
  load(weight: number): number {
    const heap = this.#heap;
    const weights = this.#weights;
    const pile = heap[0]!;
    weights[pile]! += weight;
    for (let at = 0; ;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && weights[heap[child + 1]!]! < weights[heap[child]!]!) child++;
      if (child >= heap.length || weights[heap[child]!]! >= weights[pile]!) {
        heap[at] = pile;
        return pile;
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
