import { eachSelectedRow } from "../kernels/growable-buffers.ts";
import type { Slab } from "../kernels/kernels.ts";
import type { NumberArray, NumberKey } from "../kernels/order-key.ts";
import { eachBatch, type Task } from "../tasks/task.ts";

/** Rows from which a page is taken: a bitmap, or ascending row numbers. */
export type PageCandidates =
  | {
      readonly kind: "bits";
      readonly slab: Slab;
      readonly rows: number;
      readonly count: number;
    }
  | { readonly kind: "list"; readonly list: Uint32Array; readonly count: number };

/** Buckets of sort numbers that preserve their order. Bucket 0 is for NaN (null) if there may be one. */
export interface SortBuckets {
  /** Must be called in each step, because memory growth detaches the array. */
  readonly numbers: () => NumberArray;
  readonly min: number;
  /** Number of buckets per unit of a sort number; 1 if each number has its own bucket. */
  readonly scale: number;
  readonly first: 0 | 1;
  readonly size: number;
  /** Whether all rows of a bucket have the same sort number. */
  readonly isExact: boolean;
}

export interface BucketCounts {
  array: Uint32Array;
}

/**
 * Chooses buckets for sort numbers. Returns "one" if all numbers are equal, undefined if doubles cannot represent the
 * range.
 */
export function* bucketsOf(
  candidates: PageCandidates,
  key: NumberKey,
  max: number,
): Task<SortBuckets | "one" | undefined> {
  const { numbers } = key;
  const isWhole = !(numbers() instanceof Float64Array);
  const { min, highest, hasNull } =
    candidates.kind === "bits"
      ? { min: key.min, highest: key.max, hasNull: !isWhole }
      : yield* minAndMax(candidates, numbers);
  if (min > highest || (min === highest && !hasNull)) return "one";
  const range = highest - min;
  if (isWhole && range < max) return { numbers, min, scale: 1, first: 0, size: range + 1, isExact: true };
  if (range === 0) return { numbers, min, scale: 1, first: 1, size: 2, isExact: true };
  const scale = (max - 2) / range;
  if (!Number.isFinite(range) || !Number.isFinite(scale)) return undefined;
  return { numbers, min, scale, first: 1, size: max, isExact: false };
}

function* minAndMax(candidates: PageCandidates, numbers: () => NumberArray): Task<MinAndMax> {
  let min = Infinity;
  let highest = -Infinity;
  let hasNull = false;
  yield* eachCandidate(candidates, () => {
    const all = numbers();
    return (row) => {
      const number = all[row]!;
      if (number !== number) hasNull = true;
      if (number < min) min = number;
      if (number > highest) highest = number;
    };
  });
  return { min, highest, hasNull };
}

interface MinAndMax {
  readonly min: number;
  readonly highest: number;
  readonly hasNull: boolean;
}

function bucketOf(number: number, { min, scale, first, size }: SortBuckets): number {
  if (number !== number) return 0;
  return Math.min(first + Math.floor((number - min) * scale), size - 1);
}

/**
 * Adds the rows of each bucket to `counts`. Equivalent to `eachCandidate` with `bucketOf`. Written out because this loop
 * dominates the cost of a page.
 */
export function countBuckets(
  candidates: PageCandidates,
  buckets: SortBuckets,
  counts: Uint32Array,
): Task<void> {
  if (candidates.kind === "bits" && isPlain(buckets)) {
    return eachBatch(candidates.rows, (from, end) => {
      const numbers = buckets.numbers();
      const bits = candidates.slab.u32();
      for (let word = from >>> 5, row = from; row < end; word++, row += 32) {
        let rest = bits[word]!;
        if (rest === ALL_BITS) {
          for (let i = row; i < row + 32; i++) counts[numbers[i]!]!++;
          continue;
        }
        for (; rest !== 0; rest &= rest - 1) counts[numbers[row + 31 - Math.clz32(rest & -rest)]!]!++;
      }
    });
  }
  return eachCandidate(candidates, () => {
    const numbers = buckets.numbers();
    return (row) => {
      counts[bucketOf(numbers[row]!, buckets)]!++;
    };
  });
}

/** Visits the rows in the buckets from `low` to `high`, both inclusive. */
export function collectBuckets(
  candidates: PageCandidates,
  buckets: SortBuckets,
  low: number,
  high: number,
  take: (row: number, bucket: number) => void,
): Task<void> {
  if (candidates.kind === "bits" && isPlain(buckets)) {
    // One unsigned comparison instead of two comparisons avoids branch mispredictions.
    const span = high - low;
    return eachBatch(candidates.rows, (from, end) => {
      const numbers = buckets.numbers();
      const bits = candidates.slab.u32();
      for (let word = from >>> 5, row = from; row < end; word++, row += 32) {
        let rest = bits[word]!;
        if (rest === ALL_BITS) {
          for (let i = row; i < row + 32; i++) {
            const number = numbers[i]!;
            if ((number - low) >>> 0 <= span) take(i, number);
          }
          continue;
        }
        for (; rest !== 0; rest &= rest - 1) {
          const i = row + 31 - Math.clz32(rest & -rest);
          const number = numbers[i]!;
          if ((number - low) >>> 0 <= span) take(i, number);
        }
      }
    });
  }
  return eachCandidate(candidates, () => {
    const numbers = buckets.numbers();
    return (row) => {
      const bucket = bucketOf(numbers[row]!, buckets);
      if (bucket >= low && bucket <= high) take(row, bucket);
    };
  });
}

const ALL_BITS = 0xffff_ffff;

/** Returns whether the sort numbers themselves are the bucket numbers. */
function isPlain({ min, scale, first, isExact }: SortBuckets): boolean {
  return isExact && min === 0 && scale === 1 && first === 0;
}

/** @param visitor returns a visitor; called in each step, because memory growth detaches arrays */
export function eachCandidate(candidates: PageCandidates, visitor: () => (row: number) => void): Task<void> {
  if (candidates.kind === "bits")
    return eachSelectedRow(candidates.rows, () => ({ bits: candidates.slab.u32(), visit: visitor() }));
  const { list } = candidates;
  return eachBatch(list.length, (from, end) => {
    const visit = visitor();
    for (let at = from; at < end; at++) visit(list[at]!);
  });
}
