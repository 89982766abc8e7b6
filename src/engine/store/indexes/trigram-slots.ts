import { countWork } from "../../../values/work.ts";
import { TRIGRAM_BYTES, trigramHash, TRIGRAM_HASHES, type EncodedStrings } from "../kernels/kernels.ts";
import { eachBatch, isStepOver, nextStep, pause, type Task } from "../tasks/task.ts";

/**
 * Assigns trigrams to slices by their frequency in a sample, so that slices have similar numbers of rows.
 * Slice 0 is for trigrams in more than half of the strings, which rule out few rows.
 *
 * @param encoded returns the strings; called in each step, because they can move or be released
 * @param table returns the array that receives the slice of each trigram hash, shifted left by 2; called in each step,
 * because memory growth detaches the array
 * @returns the number of slices
 */
export function* assignTrigramSlices(
  encoded: () => EncodedStrings | undefined,
  table: () => Uint16Array,
): Task<number> {
  const { counts, sampled } = yield* countTrigrams(encoded);
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
  countWork(TRIGRAM_HASHES * 2);
  yield* pause();
  const slices = sliceCount(sum / sampled);
  const loads = new SliceLoads(slices - 1);
  table().fill(0);
  yield* eachBatch(end, (from, last) => {
    const slots = table();
    for (let i = from; i < last; i++) {
      const trigram = rarestFirst[end - 1 - i]! % TRIGRAM_HASHES;
      slots[trigram] = (1 + loads.addToLightest(counts[trigram]!)) << 2;
    }
  });
  const light = loads.lighterHalf();
  yield* eachBatch(TRIGRAM_HASHES, (from, last) => {
    const slots = table();
    for (let trigram = from; trigram < last; trigram++)
      if (counts[trigram] === 0) slots[trigram] = (1 + light[trigram % light.length]!) << 2;
  });
  return slices;
}

/** Counts for each trigram hash how many strings of an evenly spaced sample contain it. */
function* countTrigrams(encoded: () => EncodedStrings | undefined): Task<TrigramCounts> {
  const counts = new Uint32Array(TRIGRAM_HASHES);
  const lastMet = new Uint32Array(TRIGRAM_HASHES);
  const first = encoded();
  if (first === undefined) return { counts, sampled: 1 };
  const { rows } = first;
  const wanted = Math.max(1, Math.ceil(MAX_SAMPLED_BYTES / (first.starts.u32()[rows]! / rows)));
  const step = Math.max(1, Math.floor(rows / Math.min(wanted, MAX_SAMPLED_STRINGS)));
  let sampled = 0;
  let [places, data] = [first.starts.u32(), first.bytes.u8()];
  for (let row = 0; row < rows && sampled < MAX_SAMPLED_STRINGS; row += step) {
    if (isStepOver()) {
      yield* nextStep();
      const now = encoded();
      if (now === undefined) break;
      [places, data] = [now.starts.u32(), now.bytes.u8()];
    }
    sampled++;
    const begin = places[row]! - 1;
    const end = Math.min(places[row + 1]! - TRIGRAM_BYTES, begin + MAX_SAMPLED_BYTES);
    countWork(Math.max(0, end - begin));
    for (let at = begin; at <= end; at++) {
      const trigram = trigramHash(data, at);
      if (lastMet[trigram] === sampled) continue;
      lastMet[trigram] = sampled;
      counts[trigram]!++;
    }
  }
  return { counts, sampled };
}

interface TrigramCounts {
  /** Number of sampled strings that contain a trigram, by its hash. */
  readonly counts: Uint32Array;
  readonly sampled: number;
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
