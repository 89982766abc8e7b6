import { countWork } from "../../../../values/work.ts";
import { bitmapWordCount, type Slab } from "../../kernels/kernels.ts";
import type { NumberKey } from "../../kernels/order-key.ts";
import { popcount32 } from "../../kernels/plain.ts";
import { placeIn } from "../../tasks/place-in.ts";
import { scratchFloat64 } from "../../tasks/scratch.ts";
import { eachBatch, type Task } from "../../tasks/task.ts";
import { UNIT_COSTS } from "../../tasks/unit-costs.ts";
import { MARGIN } from "./sample-bounds.ts";

/**
 * Returns the size of a sample of `count` rows, so that the rows around the page are few enough to be listed. The middle of an order
 * needs a larger sample than its ends.
 */
export function sampleSize(count: number, from: number, limit: number, rows: number): number {
  const share = Math.min(1, (from + limit / 2) / count);
  const deviation = count * Math.sqrt(share * (1 - share));
  // The margin on both sides, and a quarter more.
  const enough = ((2.5 * MARGIN * deviation) / bitmapWordCount(rows)) ** 2;
  return Math.ceil(Math.min(count, Math.max(MIN_SAMPLE_FACTOR * Math.sqrt(count), enough)));
}

/**
 * Returns the numbers of a sample that are in `[low, high]`. They are a sample of the rows in this range. Undefined if they are too few.
 * Overwrites the given sample.
 */
export function samplePart(numbers: Float64Array, low: number, high: number): Float64Array | undefined {
  let count = 0;
  for (const number of numbers) if (number >= low && number <= high) numbers[count++] = number;
  return count < MIN_PART ? undefined : numbers.subarray(0, count);
}

const MIN_PART = 64;

/** Returns the sort numbers of a sample of the rows. */
export function* sampleOf(
  key: NumberKey,
  selected: Slab,
  rows: number,
  count: number,
  size: number,
): Task<Float64Array> {
  // Draws from all rows if the draws are fewer than the words of the bitmap: a draw takes about as long as reading a word.
  if (size / count <= 1 / 32) return yield* sampleOfDense(key, selected, rows, count, size);
  const sample = scratchFloat64(size);
  const length = count / size;
  let target = placeIn(0, length);
  let rowsBefore = 0;
  let filled = 0;
  // The numbers of one word are drawn at random places, because rows often repeat with a period of a power of two.
  yield* eachBatch(
    Math.ceil(rows / 32),
    (from, end) => {
      const [bits, numbers] = [selected.u32(), key.numbers()];
      for (let word = from; word < end && filled < size; word++) {
        const inWord = popcount32(bits[word]!);
        for (; target < rowsBefore + inWord && filled < size; target = placeIn(filled, length))
          sample[filled++] = numbers[(word << 5) + nthBit(bits[word]!, Math.floor(target - rowsBefore))]!;
        rowsBefore += inWord;
      }
    },
    WORDS_PER_STEP,
  );
  countWork(filled * UNIT_COSTS.placedNumber);
  return sample.subarray(0, filled);
}

/** Like `sampleOf`. Draws from all rows, and passes over those that are not selected. */
function* sampleOfDense(
  key: NumberKey,
  selected: Slab,
  rows: number,
  count: number,
  size: number,
): Task<Float64Array> {
  const draws = Math.ceil((size * rows) / count);
  const sample = scratchFloat64(draws);
  const length = rows / draws;
  let filled = 0;
  yield* eachBatch(draws, (from, end) => {
    const [bits, numbers] = [selected.u32(), key.numbers()];
    for (let draw = from; draw < end; draw++) {
      const row = Math.floor(placeIn(draw, length));
      // Always writes, and moves on only if the row is selected: a branch would often be mispredicted.
      sample[filled] = numbers[row]!;
      filled += (bits[row >>> 5]! >>> (row & 31)) & 1;
    }
    countWork((end - from) * UNIT_COSTS.placedNumber);
  });
  return sample.subarray(0, filled);
}

const MIN_SAMPLE_FACTOR = 2;
export const WORDS_PER_STEP = 65_536;

function nthBit(word: number, n: number): number {
  let bits = word;
  for (let i = 0; i < n; i++) bits &= bits - 1;
  return 31 - Math.clz32(bits & -bits);
}
