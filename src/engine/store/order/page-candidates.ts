import type { NumberArray } from "../kernels/order-key.ts";

/** Rows from which a page is taken: a bitmap, or ascending row numbers. */
export type PageCandidates =
  | { readonly kind: "bits"; readonly bits: Uint32Array; readonly rows: number; readonly count: number }
  | { readonly kind: "list"; readonly list: readonly number[]; readonly count: number };

/** Buckets of sort numbers that preserve their order. Bucket 0 is for NaN (null) if there may be one. */
export interface SortBuckets {
  readonly numbers: NumberArray;
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

function bucketOf({ numbers, min, scale, first, size }: SortBuckets, row: number): number {
  const number = numbers[row]!;
  if (number !== number) return 0;
  return Math.min(first + Math.floor((number - min) * scale), size - 1);
}

/**
 * Counts the rows of each bucket. Equivalent to `forEachCandidate` with `bucketOf`. Written out because this loop
 * dominates the cost of a page.
 */
export function countBuckets(
  candidates: PageCandidates,
  buckets: SortBuckets,
  room: BucketCounts,
): Uint32Array {
  if (room.array.length < buckets.size) room.array = new Uint32Array(buckets.size);
  else room.array.fill(0, 0, buckets.size);
  const counts = room.array;
  if (candidates.kind === "bits" && isPlain(buckets)) {
    const { numbers } = buckets;
    const { bits, rows } = candidates;
    for (let word = 0, row = 0; row < rows; word++, row += 32) {
      let rest = bits[word]!;
      if (rest === ALL_BITS) {
        for (let i = row; i < row + 32; i++) counts[numbers[i]!]!++;
        continue;
      }
      for (; rest !== 0; rest &= rest - 1) counts[numbers[row + 31 - Math.clz32(rest & -rest)]!]!++;
    }
  } else {
    forEachCandidate(candidates, (row) => {
      counts[bucketOf(buckets, row)]!++;
    });
  }
  return counts;
}

/** Visits the rows in the buckets from `low` to `high`, both inclusive. */
export function collectBuckets(
  candidates: PageCandidates,
  buckets: SortBuckets,
  low: number,
  high: number,
  take: (row: number, bucket: number) => void,
): void {
  if (candidates.kind === "bits" && isPlain(buckets)) {
    const { numbers } = buckets;
    const { bits, rows } = candidates;
    // One unsigned comparison instead of two comparisons avoids branch mispredictions.
    const span = high - low;
    for (let word = 0, row = 0; row < rows; word++, row += 32) {
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
  } else {
    forEachCandidate(candidates, (row) => {
      const bucket = bucketOf(buckets, row);
      if (bucket >= low && bucket <= high) take(row, bucket);
    });
  }
}

const ALL_BITS = 0xffff_ffff;

/** Returns whether the sort numbers themselves are the bucket numbers. */
function isPlain({ min, scale, first, isExact }: SortBuckets): boolean {
  return isExact && min === 0 && scale === 1 && first === 0;
}

export function forEachCandidate(candidates: PageCandidates, visit: (row: number) => void): void {
  if (candidates.kind === "list") {
    for (const row of candidates.list) visit(row);
    return;
  }
  const { bits, rows } = candidates;
  for (let word = 0, row = 0; row < rows; word++, row += 32) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) visit(row + 31 - Math.clz32(rest & -rest));
  }
}
